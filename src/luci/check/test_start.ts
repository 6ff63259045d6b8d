/** The panel that begins a test login in a new tab. */
import { fill } from "../../sso_login/base/log_texts";
import { callTestStart } from "../saving/calls";
import { first } from "../../sso_login/base/public_names";
import type { OptionsAnswer } from "../../sso_login/answers/ubus_answers";
import { httpsUrl } from "../provider/addresses";
import type { EditedSettings } from "../saving/changes";
import type { Editing, Trial } from "../provider/form_context";
import { attempt, button, liveRegion, notice, panel } from "../kit/panels";
import { needsSecret, requestArguments } from "../saving/request";
import { leadingText, type ProblemList } from "../kit/problems";
import { reveal } from "../kit/tabs";
import { sentenceFor } from "../saving/message_text";
import { onOutcome } from "./settings_request";

/** The page with the outcome, which only this session may read. */
const outcomePath = "/cgi-bin/luci/admin/services/sso-login/test";

function link(href: string, name: string, text: string): Node {
  return E("a", { href, target: "_blank", rel: "noopener noreferrer", "data-name": name }, [text]);
}

function outcomeLink(): Node {
  return E("p", {}, [link(outcomePath, "test-outcome", _("Show the outcome"))]);
}

function startedParts(url: string, opened: boolean): Node[] {
  const advice = _(
    "If the provider shows an error instead, its words say what it misses: most often the redirect URI, which must be registered there exactly as above.",
  );
  const { host, origin } = new URL(url);
  const elsewhere = _("The test ends at %{host}, where you are not logged in: open the outcome from here.");
  return [
    notice("info", [
      opened ? _("The test goes on in another tab.") : link(url, "test-link", _("Open the test in another tab")),
    ]),
    E("p", {}, [advice]),
    ...(origin === window.location.origin ? [] : [E("p", {}, [fill(elsewhere, { host })])]),
    outcomeLink(),
  ];
}

/** The settings with which every provider asks who it is: a browser's session there would answer in silence. */
function askingAnew(edited: EditedSettings): EditedSettings {
  const asking = { prompt: "login" };
  const providers = edited.providers.map((one) => ({ ...one, values: { ...one.values, ...asking } }));
  return { ...edited, providers, values: { ...edited.values, ...asking } };
}

/** The panel; `base` are the options of the provider that the page began with, and problems are shown in `messages`. */
export function testPanel({ collect, provider, lead }: Editing, base: OptionsAnswer, messages: ProblemList): Trial {
  const result = liveRegion("test-message");
  const start = async (asOther: boolean): Promise<void> => {
    dom.content(result, []);
    const edited = collect(messages);
    if (edited === undefined) {
      return;
    }
    const subject = edited.providers.find(({ name }) => name === provider?.()) ?? edited;
    if (needsSecret(subject, base)) {
      const text = `${_("Client secret")}: ${sentenceFor({ id: "typed_anew" })}`;
      const link = leadingText(text, () => lead({ provider: provider?.(), option: "client_secret" }));
      dom.content(result, [notice("error", [link])]);
      return;
    }
    // A browser opens a tab only at once after a click. The tab must not reach back to this page.
    const tab = window.open("", "_blank");
    const settings = requestArguments(asOther ? askingAnew(edited) : edited, provider?.() ?? first);
    const go = async (): Promise<void> => {
      try {
        const url = httpsUrl((await callTestStart(...settings)).url);
        if (tab !== null) {
          tab.opener = null;
          tab.location.replace(url);
        }
        dom.content(result, startedParts(url, tab !== null));
        onOutcome(() => dom.content(result, [outcomeLink()]));
      } catch (problem) {
        tab?.close();
        throw problem;
      }
    };
    await attempt(result, go, _("The test could not be started:"));
  };
  const about = _(
    "Goes to the provider in a new tab with what this page shows, saved or not and also while single sign-on is off, and shows what the provider says of you and what you would get. This does not log you in.",
  );
  const test = button("test", _("Test login"), () => start(false));
  const other = button("test-other", _("Test as another account"), () => start(true));
  const begin = (): void => {
    reveal(test);
    test.click();
  };
  return { node: panel("test-panel", _("Test login"), about, [E("p", {}, [test, " ", other]), result]), begin };
}
