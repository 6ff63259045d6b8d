/**
 * Differences between the service and mod_auth_openidc 2.4.12 ("it"): why, and the cases by what they do. In no case does the service
 * accept what a specification would have it refuse.
 */
export const differences: Readonly<Record<string, readonly string[]>> = {
  "a client secret may sign there (OpenID Connect Core section 3.1.3.7); the service takes public keys alone": [
    "signs by HS256 with a symmetric key that it publishes",
  ],
  "it takes any algorithm that the key fits unless told; the service has a list, option id_token_algs": [
    "signs it by PS256",
  ],
  "any algorithm will do for a logout token there; here it is that of the ID Token (Back-Channel Logout section 2.6)": [
    "signs it by ES256 after an RS256 ID Token",
  ],
  "at_hash may be absent in the code flow (OpenID Connect Core section 3.1.3.6); here option at_hash says whether it may":
    ["has at_hash left out", "sends a logout token with the login's nonce as ID Token, and without at_hash"],
  "what is of another type than it should counts as absent there; it refuses the token here": [
    ...["has at_hash null", "has at_hash 5", "has at_hash true", "has at_hash {}", "puts at_hash into an array"],
    ...['has aud ["router",5]', 'has azp ["router"]', "has azp 1", "names the kid 1", "names the kid true"],
    ...['names the kid ["rsa-1"]', 'names the kid {"kid":"rsa-1"}'],
  ],
  "several audiences want an azp, which OpenID Connect Core section 3.1.3.7 has as SHOULD": [
    'has aud ["router","somebody"]',
    'has aud ["somebody","router"]',
  ],
  "its comparison passes white space over": ['has azp "router "', 'names the kid "rsa-1 "'],
  "a slash at the end of an issuer does not count there; OpenID Connect Core section 3.1.3.7 has them match exactly": [
    "ends its issuer with a slash",
  ],
  "an empty sub names no user here": ['has sub ""'],
  "it knows no crit (RFC 7515 section 4.1.11)": [
    "has an extension that must be understood",
    'has the critical fields ["exp"]',
    "has the critical fields []",
    'has the critical fields "exp"',
    'has the critical fields ["b64"]',
    'has the critical fields {"exp":true}',
    "has the critical fields 0",
    "has the critical fields null",
  ],
  "it does not look at nbf (RFC 7519 section 4.1.5)": [
    ...['has nbf ""', 'has nbf "0"', "has nbf -1", "has nbf 1e+308", "has nbf true", "has nbf [0]"],
    "is not valid for two minutes",
  ],
  "it does not look at typ (RFC 8725 section 3.11)": ["sends the token of another kind"],
  "it has no tolerance for exp; the service has clock_tolerance": ["has exp 50 seconds ago"],
  "no time beyond the year 9999 is one here": ["has exp 9007199254740994", "has exp 1000000000000000"],
  "its slack for iat counts backwards, too; the service sets no greatest age, as exp does that": [
    "has iat 0",
    "has iat 1",
  ],
  "a logout token without exp counts for its slack of iat there, and for five minutes here": [
    "has no exp and is two minutes old",
  ],
  "Base64URL has no padding here (RFC 7515 section 2)": [
    "pads its Base64URL",
    "pads at_hash",
    "publishes a modulus in plain Base64 with padding",
  ],
  "bits that the last character of Base64URL leaves unused are 0 here (RFC 4648 section 3.5)": [
    "leaves set bits unused at the end",
  ],
  "a document may go on after a NUL there": ["signs a payload with a NUL after it"],
  "its JSON parser takes no NUL in any claim; the service drops that e-mail, and the group lets the user in": [
    "writes a NUL into the e-mail of an administrator",
  ],
  "its OpenSSL takes the exponent 1, with which everyone can sign": ["signs by RSA with exponent 1"],
  "RSA keys have 2048 bits at least here (RFC 7518 section 3.3)": [
    "signs by RSA of 1024 bits",
    "signs by RSA of 2040 bits",
  ],
  "it chooses a key by kty and kid; use, key_ops, alg and curve must fit here (RFC 7517 section 4, RFC 7518 section 3.4)":
    [
      ...["publishes its key for encryption", "publishes its key for use SIG"],
      ...["publishes its key for a list of uses", "publishes its key to encrypt with"],
      ...["publishes its key only to sign with", "publishes its key for RS512", "publishes its key for RSA-OAEP"],
      "signs on P-384 for ES256",
    ],
  "of two keys of one kid it tries only the first; the service skips keys that are not for signatures": [
    "has a key for encryption of the same kid",
  ],
  "without kid four keys are tried here, so that a long list costs a router no time": [
    "names no kid and has its key in fifth place",
    "names no kid and has 59 decoys",
  ],
  "its process ends at a member that is no object; the service passes over it (RFC 7517 section 5)": [
    "has members that are no keys",
  ],
  "it takes any address for an endpoint; the service takes https without user, fragment or space": [
    ...[
      '"x\\nLOGIN_GRANTED role=admin email=evil"',
      '"x\\" role=admin LOGIN_GRANTED \\""',
      '"%s%n%d%p $(reboot) `reboot` ; reboot"',
    ].map((text) => `writes into its authorization_endpoint ${text}`),
    ...[
      '"x\\r\\nSet-Cookie: sysauth_https=evil; Path=/"',
      '"x\\" role=admin LOGIN_GRANTED \\""',
      '"\\u001b]0;evil\\u0007\\u001b[2J"',
    ].map((text) => `writes into its userinfo_endpoint ${text}`),
    ...["http://idp.localhost/x", "https://a:b@idp.localhost/", "https://idp.localhost/#x"].flatMap((text) => [
      `names as its authorization_endpoint "${text}"`,
      `names as its userinfo_endpoint "${text}"`,
    ]),
  ],
  "tokens end at 16 KB here": ["sends a huge one", "signs a token over 16 KB"],
  "of a parameter that is there twice it takes one (RFC 6749 section 3.1 forbids it)": ["posts it twice in one form"],
};
