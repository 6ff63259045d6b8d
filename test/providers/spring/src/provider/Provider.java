package provider;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** Everything that is configured by properties comes from the command line; people are here, as programs have them. */
@SpringBootApplication
public class Provider {
  private static final List<String> PEOPLE = List.of("alice", "ursula", "mallory");

  public static void main(String[] arguments) {
    SpringApplication.run(Provider.class, arguments);
  }

  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(PEOPLE.stream()
        .map(name -> User.withUsername(name).password("{noop}" + name + "-password").roles("USER").build())
        .toList());
  }

  /** A new key at each start. */
  @Bean
  JWKSource<SecurityContext> keys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    var pair = generator.generateKeyPair();
    var key = new RSAKey.Builder((RSAPublicKey) pair.getPublic()).privateKey((RSAPrivateKey) pair.getPrivate());
    var keys = new JWKSet(key.keyID(UUID.randomUUID().toString()).build());
    return (selector, context) -> selector.select(keys);
  }

  @Bean
  OAuth2TokenCustomizer<JwtEncodingContext> claims(Environment environment) {
    var groups = environment.getProperty("provider.groups", Boolean.class, true);
    return context -> {
      if (OidcParameterNames.ID_TOKEN.equals(context.getTokenType().getValue())) {
        String name = context.getPrincipal().getName();
        context.getClaims().claims(claims -> {
          claims.putAll(Map.of("email", name + "@example.org", "email_verified", true));
          if (groups) {
            claims.put("groups", name.equals("alice") ? List.of("router-admins") : List.of());
          }
        });
      } else {
        context.getJwsHeader().type("at+jwt");
        context.getClaims().audience(List.of("https://router.example/"))
            .claim("client_id", context.getRegisteredClient().getClientId());
      }
    };
  }
}
