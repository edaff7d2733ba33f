import { TreeReader } from "../parse/syntax.js";

/** What is read of a shell text's tree. */
export const shellTrees = new TreeReader({
  tokens: new Set(["&&", "||", "&", "then", "+=", "<", ">", ">>", "&>", "&>>", "<&", ">&", ">|", "<&-", ">&-", "<<", "<<-", "<<<", "[", "[[", "((", "declare", "typeset", "export", "readonly", "local", "unset", "unsetenv"]),
  between: new Set(["comment"]),
  wrappers: new Set(["command_name"]),
  fielded: new Set(["for_statement", "while_statement", "c_style_for_statement", "case_statement", "case_item", "function_definition", "variable_assignment", "heredoc_redirect"]),
  leaves: new Set(["word", "variable_name", "special_variable_name", "number", "raw_string", "ansi_c_string", "string_content", "heredoc_start", "heredoc_content", "file_descriptor", "comment"]),
  texts: new Set(),
  // an operand that the parser made up is one that is not there
  missing: true,
});
