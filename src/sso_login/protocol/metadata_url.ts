/** The address of a provider's metadata. */
import * as provider_metadata from "./provider_metadata";
import type { Issuer } from "./provider_metadata";

/** Their path, after the issuer (OpenID Connect Discovery section 4). */
export const path = "/.well-known/openid-configuration";

/** The address: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function of(provider: Issuer): string {
  const origin = provider_metadata.internal_origin(provider.internal_issuer_url);
  const base = provider_metadata.at_origin(provider.issuer_url, origin);
  return (base.endsWith("/") ? base.substring(0, base.length - 1) : base) + path;
}
