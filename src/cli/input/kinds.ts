/** What kind of file a path names, and what its first line says: as everything that is known of a language, in the core. */
export { kindOfFile as kindOf, tagOfFirstLine as shebangTag } from "../../core/index.js";
