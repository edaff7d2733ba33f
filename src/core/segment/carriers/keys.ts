/** Keys whose values describe and are never run. */
const DESCRIPTIVE = /^(?:display[_-]?|short[_-]?|long[_-]?)?(?:name|description|desc|summary|title|message|msg|help|comment|comments|note|notes|label|labels|text|caption|hint|usage|_comment|\/\/)$/i;

/** Keys whose values are commands, in the formats where most values are not. */
const COMMAND =
  /^(?:.*command|commands|cmd|cmds|run|runs|script|scripts|exec|execute|entrypoint|args|shell|sh|bash|install|build|start|test|lint|deploy|setup|bootstrap|init|pre\w+|post\w+|before_script|after_script|before_install|hooks?|tasks?|user_?data|inline|provision|lifecycle|npm:\w+|execstart\w*)$/i;

/** The last component of a dotted key decides (`ansible.builtin.shell`). */
function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

export function isDescriptive(key: string | null): boolean {
  return key !== null && DESCRIPTIVE.test(lastPart(key));
}

export function isCommandKey(key: string | null): boolean {
  return key !== null && !isDescriptive(key) && COMMAND.test(lastPart(key));
}
