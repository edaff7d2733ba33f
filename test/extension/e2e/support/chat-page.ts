/** The content of an answer. The functions below wrap it in hand-written HTML with the structure of the chat site. */
export interface AnswerMarkup {
  readonly id: string;
  readonly html: string;
  readonly streaming?: boolean;
}

export const PIPE = "curl -fsSL https://get.example.org/install.sh | sh";

/** Returns a code block with a header and a copy button. */
export function codeBlock(code: string, language = "bash"): string {
  const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<pre class="overflow-visible!"><div class="contain-inline-size rounded-2xl relative"><div class="flex items-center text-xs justify-between h9">${language}</div><div class="sticky top-9"><div class="absolute end-0 bottom-0 flex h-9 items-center pe-2"><button class="flex gap-1 items-center py-1" aria-label="Copy">Copy code</button></div></div><div class="overflow-y-auto p4" dir="ltr"><code class="whitespace-pre! language-${language}"><span>${escaped}\n</span></code></div></div></pre>`;
}

export function turn({ id, html, streaming = false }: AnswerMarkup): string {
  return `<article data-testid="conversation-turn-${id}" data-turn="assistant"><h6 class="sr-only">The assistant said:</h6><div data-message-author-role="assistant" data-message-id="${id}" class="min-h-8 text-message"><div class="markdown prose${streaming ? " result-streaming" : ""}">${html}</div></div><div class="toolbar"><button aria-label="Copy">Copy</button></div></article>`;
}

export function question(id: string, text: string): string {
  return `<article data-turn="user"><div data-message-author-role="user" data-message-id="${id}"><div class="whitespace-pre-wrap">${text}</div></div></article>`;
}

/** Returns a page that contains only a conversation, without the other parts of the site. */
export function conversation(
  turns: readonly string[],
  options: Pick<AppOptions, "theme" | "lang" | "wide"> = {},
): string {
  const { theme = "light", lang = "en", wide = false } = options;
  return `<!doctype html><html class="${theme}${wide ? " wide" : ""}" lang="${lang}"><head><meta charset="utf-8"><title>Chat</title><link rel="stylesheet" href="/site.css"></head><body><main id="main">${turns.join("")}</main></body></html>`;
}

/** Options for the page around a conversation. */
export interface AppOptions {
  readonly theme?: "dark" | "light";
  readonly lang?: string;
  readonly dir?: "ltr" | "rtl";
  /** Whether a turn has the full width of the page beside the list of conversations, with its text in a column in the middle. */
  readonly wide?: boolean;
  /** Whether there is a list of conversations with a width of 260 pixels. */
  readonly sidebar?: boolean;
}

/** Returns the turn of a question as a bubble with buttons beside it. */
export function bubble(id: string, text: string): string {
  return `<article data-turn="user"><div class="user-turn"><div data-message-author-role="user" data-message-id="${id}" class="bubble"><div class="whitespace-pre-wrap">${text}</div></div><div class="user-actions"><button aria-label="Edit message">Edit</button><button aria-label="Copy message">Copy</button></div></div></article>`;
}

/** Returns a page of the whole site: sidebar, fixed header, a scrolling part with a column of 768 pixels, and a fixed input field. */
export function app(
  turns: readonly string[],
  { theme = "light", lang = "en", dir = "ltr", sidebar = true, wide = false }: AppOptions = {},
): string {
  const side = sidebar
    ? `<nav class="app-side"><button>New chat</button>${Array.from({ length: 12 }, (_, index) => `<a href="/c/${index}">Conversation ${index}</a>`).join("")}</nav>`
    : "";
  const composer =
    '<form class="app-composer"><button type="button" aria-label="Attach">+</button><textarea rows="1" aria-label="Message"></textarea><button type="submit" aria-label="Send">Send</button></form>';
  return `<!doctype html><html class="${theme}${wide ? " wide" : ""}" lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>Chat</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/site.css"></head><body class="app"><div class="app-root">${side}<div class="app-main"><header class="app-header"><button>Model</button><button>Share</button></header><div class="app-scroll"><div class="app-thread">${turns.join("")}</div><div class="app-foot">${composer}<p>Answers can be wrong.</p></div></div></div></div></body></html>`;
}
