/** The provider's login form: a real page with a real form, and no script. */
import type { Context, Next, Provider } from "oidc-provider";
import type { Accounts } from "./accounts.ts";

const path = /^\/interaction\/[\w-]+$/;

function page(message: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Identity provider of the box</title>
<h1>Log in</h1>
<p role="alert">${message}</p>
<form method="post">
<p><label>User name <input name="username" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Log in</button> <button type="submit" name="cancel" value="1" formnovalidate>Cancel</button></p>
</form>
</html>
`;
}

/** The fields of a form that no one has read yet. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) {
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Middleware that shows the form at /interaction/<uid> and hands its outcome to the provider. */
export function loginPage(provider: Provider, accounts: Accounts): (ctx: Context, next: Next) => Promise<void> {
  const answer = (ctx: Context, status: number, message: string): void => {
    ctx.status = status;
    ctx.type = "text/html; charset=utf-8";
    ctx.body = page(message);
  };
  return async (ctx, next) => {
    if (!path.test(ctx.path)) {
      await next();
      return;
    }
    ctx.set("Cache-Control", "no-store");
    try {
      await provider.interactionDetails(ctx.req, ctx.res);
    } catch {
      answer(ctx, 400, "This login has expired. Start again at the router.");
      return;
    }
    if (ctx.method !== "POST") {
      answer(ctx, 200, "");
      return;
    }
    const form = await readForm(ctx);
    const account = accounts.get(form.get("username") ?? "");
    let result: object;
    if (form.has("cancel")) {
      result = { error: "access_denied", error_description: "the user said no" };
    } else if (account !== undefined && account.password === form.get("password")) {
      result = { login: { accountId: account.sub } };
    } else {
      answer(ctx, 401, "User name or password is wrong.");
      return;
    }
    ctx.set("Location", await provider.interactionResult(ctx.req, ctx.res, result));
    ctx.status = 303;
    ctx.body = "";
  };
}
