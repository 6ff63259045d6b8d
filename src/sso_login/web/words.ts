/**
 * The words of pages for people, in English; `words_de` and `words_fr` are made of the catalogues by `make lua`. They
 * are HTML as they are. A headline (explain/explanation) has what to do beside it; the others are labels of links.
 */
export type Words = { [id: string]: string | undefined };

export const words: Words = {
  expired: "This login is no longer valid",
  expired_advice:
    "It took longer than five minutes, has ended already, or began in another browser. This browser must also accept cookies. Please log in again.",
  other_name: "This login began at another name of the router",
  other_name_advice: "Please log in at the name that the router has for logins.",
  refused: "The login provider refused this login",
  refused_advice:
    "Please try again, or log in with another account. If it fails again, please tell your administrator.",
  failed: "The login failed",
  failed_advice: "Please try again. If it fails again, please tell your administrator.",
  setup: "The provider was set up differently on this router",
  setup_advice:
    "Waiting does not help: please tell your administrator. The check on the router's settings page says what differs.",
  client: "The login provider does not accept this router as a client",
  client_advice:
    "Waiting does not help: please tell your administrator, who compares client ID and client secret on the settings page with those at the provider.",
  clock: "The clocks of the router and the login provider differ",
  clock_advice: "Waiting does not help: please tell your administrator.",
  unreachable: "The router cannot reach the login provider",
  unreachable_advice: "Please try again in a few minutes. If it stays so, please tell your administrator.",
  away: "The login provider cannot answer now",
  away_advice: "Please try again in a few minutes. If it stays so, please tell your administrator.",
  certificate: "The router does not trust the provider's certificate",
  certificate_advice: "Waiting does not help: please tell your administrator.",
  certificate_early: "By the router's clock the provider's certificate is not valid yet",
  certificate_early_advice:
    "This ends by itself when the router's clock is set: please try again in a few minutes. If it stays so, please tell your administrator.",
  certificate_expired: "The provider's certificate has expired",
  certificate_other_name: "The provider's certificate is for another name",
  certificate_weak: "The provider's certificate is too weak for the router",
  certificate_purpose: "The provider's certificate is for another purpose",
  not_allowed: "Your account is not allowed to use this router",
  not_allowed_advice: "Please log in with another account, or ask your administrator.",
  no_page: "Your role opens no page of this router",
  no_page_advice: "Please ask your administrator, or log in with another account.",
  too_weak: "This router asks for a stronger login",
  too_weak_advice: "Please set up a second factor at your provider, then try again.",
  too_old: "Your login at the provider is too long ago",
  too_old_advice: "Please try again, and log in anew at the provider.",
  logout_link: "This logout link is not valid",
  logout_link_advice: "Please log out from the web interface.",
  no_https: "This page is available only over HTTPS",
  no_https_advice:
    "Please open it at an address that begins with https. If it does, tell your administrator: the proxy before the router must connect to it over HTTPS.",
  not_found: "There is no such page",
  not_found_advice: "Please return to the login page.",
  busy: "There are too many requests at this moment",
  busy_advice: "Please try again in %{seconds} s.",
  busy_address: "There are too many requests from your address at this moment",
  busy_address_advice:
    "Please try again in %{seconds} s. If many people share this address, an administrator can raise client_limit, or list a proxy in trusted_proxy.",
  too_large: "The request is too large",
  too_large_advice: "Please delete this site's cookies and try again.",
  router: "Something went wrong on the router",
  router_advice: "Please try again. If it fails again, please tell your administrator.",
  not_available: "Single sign-on is not available on this router",
  not_available_advice: "Please log in with your password, and tell your administrator.",
  switched_off: "Single sign-on is switched off on this router",
  switched_off_advice: "Please log in with your password.",
  not_asked:
    "The provider let this login pass without asking you. Please open the provider, log out there, and log in here again.",
  closed_advice: "Please tell your administrator.",
  closed_way: "An administrator gets in by SSH, where sso-login password-login on turns passwords on.",
  again: "Try again",
  account: "Log in with another account",
  provider: "Open the provider",
  password: "Log in with a password",
  interface: "To the web interface",
  logged_in: "You are logged in",
  registered: "Log in at %{address}",
  reference: "Reference for the administrator:",
};
