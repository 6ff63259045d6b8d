/** The page's calls of the ubus object `sso-login`. */
import type { Report, Step } from "../../sso_login/check/report";
import type {
  PasswordLoginChanged,
  PeopleAnswer,
  RightsAnswer,
  SavedAnswer,
  SettingsAnswer,
  TestAnswer,
} from "../../sso_login/answers/ubus_answers";
import type { Entry } from "../../sso_login/answers/login_history";
import type { Preview } from "../../sso_login/rights/preview_answer";

/** Declares a method. A call of it throws without an answer, and with the service's own words where that refuses. */
function declare<Answer>(method: string, params: string[] = [], nobatch = false) {
  const call = rpc.declare({ object: "sso-login", method, params, reject: true, nobatch });
  return async (...args: unknown[]): Promise<Answer> => {
    const answer = (await call(...args)) as (Answer & { error?: string }) | null | undefined;
    if (typeof answer !== "object" || answer === null) {
      throw new Error("no answer");
    }
    if (answer.error !== undefined) {
      throw new Error(answer.error);
    }
    return answer;
  };
}

/** The settings as the page shows them, and the provider among them. */
const settings = ["values", "roles", "providers", "provider"];

function part<Answer>(name: string) {
  const call = declare<Answer>("get", ["part"]);
  return () => call(name);
}

export const callGet = declare<SettingsAnswer>("get");
export const callSaved = part<SavedAnswer>("saved");
export const callRights = part<RightsAnswer>("rights");
export const callPeople = part<PeopleAnswer>("people");

/** The same without opening LuCI's login page, which takes time: `refusal` does not tell whether that page has the button. */
export const callSessions = part<PeopleAnswer>("sessions");

/** The service answers within 15 seconds, LuCI gives up after 20. */
export const callCheck = declare<Report>("check", settings, true);

/** The step of the check that is running; "" where none is. */
export const callCheckStep = declare<{ step: Step | "" }>("check_step", [], true);

export const callKeepCa = declare<{ path: string }>("keep_ca", ["pem", "provider"]);

/** Makes a key of the router, or removes the older ones; the public ones are in the answer. */
export const callKey = declare<Pick<SavedAnswer, "jwks">>("key", ["alg", "retire"]);

/** Registers the router at a provider, with an initial access token or "". */
export const callRegister = declare<Report>("register", [...settings, "token"], true);

/** Ends a session by the hash of its id. */
export const callEndSession = declare<object>("end_session", ["id"]);

/** `off` on trial, `confirm` or `on`; and whether sessions end that passwords opened. */
export const callPasswordLogin = declare<PasswordLoginChanged>("password_login", ["state", "end_sessions"]);

/** The last logins, refusals and changes, or changes only. */
export const callHistory = declare<{ entries: Entry[] }>("history", ["changes_only"], true);

export const callPreview = declare<Preview>("preview", [...settings, "email", "groups", "sub"]);

/** Begins a test login; its outcome is the answer of the other. */
export const callTestStart = declare<{ url: string }>("test_start", settings);
export const callTestResult = declare<TestAnswer>("test_result");
