/** A file's name says which module it is: below src/sso_login no other file and no folder has it. */

/** Names of the folders and files of the service, a path each. */
function namesOf(program) {
  const paths = program.getSourceFiles().map(({ fileName }) => /\/src\/sso_login\/(.+)\.ts$/.exec(fileName)?.[1]);
  const files = paths.filter((path) => path !== undefined);
  const folders = files.flatMap((path) => path.split("/").slice(0, -1));
  return { files, folders: new Set(folders) };
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      second: "Another file is {{path}}.ts. Instead: a name that says what this one holds.",
      folder: "A folder has this name. Instead: a name that says what this file holds.",
    },
  },
  create(context) {
    return {
      Program(node) {
        const [, own] = /\/src\/sso_login\/(.+)\.ts$/.exec(context.filename) ?? [];
        if (own === undefined) {
          return;
        }
        const name = own.split("/").at(-1);
        const { files, folders } = namesOf(context.sourceCode.parserServices.program);
        const path = files.find((other) => other !== own && other.split("/").at(-1) === name);
        if (path !== undefined) {
          context.report({ node, messageId: "second", data: { path } });
        }
        if (folders.has(name)) {
          context.report({ node, messageId: "folder" });
        }
      },
    };
  },
};
