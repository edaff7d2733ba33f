import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  chromium,
  type BrowserContext,
  type CDPSession,
  type Page,
  type Worker,
} from "playwright-core";
import { CHROMIUM_ID } from "../../../../src/extension/manifest.js";
import { SITES } from "../../../../src/extension/adapter/sites.js";
import type { Site } from "./site.js";

export const EXTENSION = path.resolve("dist/extension/chromium");
export const ORIGIN = `chrome-extension://${CHROMIUM_ID}`;

/** A running Chromium with the unpacked extension, which can connect only to this machine. */
export interface Browser {
  readonly context: BrowserContext;
  worker(): Promise<Worker>;
  /** Opens the options page of the extension, and waits until it shows the settings. */
  options(): Promise<Page>;
  /** Selects the evaluation on this device for pages that are opened later. */
  useDevice(): Promise<void>;
  /** Undoes the changes of a test: settings, token, open pages. */
  reset(): Promise<void>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly extension?: string;
  readonly args?: readonly string[];
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Removes the browser's side panel from the manifest, so that the sheet shows the evidence, as in Firefox. */
  readonly sheet?: boolean;
  /** Enables the extension on all sites, as a user can do. */
  readonly everySite?: boolean;
  /** Starts the browser without the extension, for comparison. */
  readonly bare?: boolean;
}

export async function launch(
  site: Site,
  {
    extension = EXTENSION,
    args = [],
    viewport = { width: 1280, height: 800 },
    sheet = false,
    everySite = false,
    bare = false,
  }: LaunchOptions = {},
): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), "curlew-profile-"));
  // the browser loads a copy, because a build may replace the files during a test
  const unpacked = path.join(profile, "unpacked");
  cpSync(extension, unpacked, { recursive: true });
  if (sheet || everySite) changeManifest(path.join(unpacked, "manifest.json"), sheet, everySite);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    viewport,
    ignoreHTTPSErrors: true,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--ignore-certificate-errors",
      "--lang=en-US",
      `--host-resolver-rules=${SITES.map(({ host }) => `MAP ${host}:443 127.0.0.1:${site.port}`).join(", ")}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ...(bare ? [] : [`--disable-extensions-except=${unpacked}`, `--load-extension=${unpacked}`]),
      ...args,
    ],
  });
  // on a busy machine, two browsers may need longer than the default timeout of the driver
  context.setDefaultNavigationTimeout(90_000);
  const worker = async (): Promise<Worker> =>
    context.serviceWorkers()[0] ?? context.waitForEvent("serviceworker");
  // the first page remains open, because the window closes with its last page
  const closePages = async (): Promise<void> =>
    void (await Promise.all(
      context
        .pages()
        .slice(1)
        .map((page) => page.close()),
    ));
  return {
    context,
    worker,
    closePages,
    async options() {
      const page = await context.newPage();
      await page.goto(`${ORIGIN}/options.html`);
      await page.waitForSelector("input[name=profile]:checked");
      return page;
    },
    async useDevice() {
      await (await worker()).evaluate(() =>
        chrome.storage.local.set({ settings: { mode: "device" } }),
      );
    },
    async reset() {
      await closePages();
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`${ORIGIN}/privacy.html`);
      await page.evaluate(async () => {
        await chrome.storage.local.clear();
        await new Promise((resolve) =>
          Object.assign(indexedDB.deleteDatabase("curlew"), {
            onsuccess: resolve,
            onerror: resolve,
            onblocked: resolve,
          }),
        );
      });
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Manifest {
  readonly side_panel?: unknown;
  readonly permissions: readonly string[];
  readonly content_scripts: readonly { readonly matches: readonly string[] }[];
}

function changeManifest(file: string, sheet: boolean, everySite: boolean): void {
  const { side_panel, ...manifest } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const matches = SITES.map(({ host }) => `https://${host}/*`);
  writeFileSync(
    file,
    JSON.stringify({
      ...manifest,
      ...(sheet
        ? { permissions: manifest.permissions.filter((name) => name !== "sidePanel") }
        : { side_panel }),
      ...(everySite
        ? { content_scripts: manifest.content_scripts.map((script) => ({ ...script, matches })) }
        : {}),
    }),
  );
}

/** Stops all service workers, as the browser stops idle ones. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

/** The extension's interface in a page, accessed through the debugger, because its shadow root is closed. */
export class Ui {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<Ui> {
    return new Ui(page, await page.context().newCDPSession(page));
  }

  /** Evaluates the body of a function in the page, with the shadow root as `root`. Returns null if there is no root yet. */
  async query<T>(body: string): Promise<T | null> {
    const root = await this.rootId();
    if (root === null) return null;
    const { object } = await this.session.send("DOM.resolveNode", { backendNodeId: root });
    if (object.objectId === undefined) return null;
    const { result, exceptionDetails } = await this.session.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: `function () { const root = this; ${body} }`,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  async rootId(): Promise<number | null> {
    const { root } = await this.session
      .send("DOM.getDocument", { depth: -1, pierce: true })
      .catch(() => ({ root: null }));
    const visit = (node: DomNode): number | null => {
      if (node.attributes?.includes("data-curlew"))
        return node.shadowRoots?.[0]?.backendNodeId ?? null;
      for (const child of node.children ?? []) {
        const found = visit(child);
        if (found !== null) return found;
      }
      return null;
    };
    return root === null ? null : visit(root);
  }

  labels(): Promise<string[] | null> {
    return this.query<string[]>(
      "return [...root.querySelectorAll('.sign')].map((sign) => sign.dataset.label);",
    );
  }

  /** Waits until the labels of the signs meet a condition. */
  async until(condition: (labels: string[]) => boolean, timeout = 15_000): Promise<string[]> {
    return this.poll(() => this.labels().then((labels) => labels ?? []), condition, timeout);
  }

  untilLabel(label: string, timeout?: number): Promise<string[]> {
    return this.until((labels) => labels[0] === label, timeout);
  }

  /** Opens the evidence of an answer by its sign. */
  async openEvidence(index = 0): Promise<void> {
    await this.click(".sign", index);
    const shown = this.untilPanel((text) => text !== "", 5_000);
    // the click is repeated, because it is lost if the page moves the sign between press and release
    await shown.catch(() => this.click(".sign", index));
  }

  panelText(): Promise<string | null> {
    return this.query<string>("return root.querySelector('.panel')?.innerText ?? null;");
  }

  /** Expands all collapsed parts of the evidence. */
  async unfold(): Promise<void> {
    await this.query(
      "for (const each of root.querySelectorAll('.panel details')) each.open = true; return true;",
    );
  }

  async untilPanel(condition: (text: string) => boolean, timeout = 15_000): Promise<string> {
    return this.poll(() => this.panelText().then((text) => text ?? ""), condition, timeout);
  }

  /** Waits until an element of the shadow root neither moves nor is covered, and clicks its middle with the mouse. */
  async click(selector: string, index = 0): Promise<void> {
    const place = `
      const element = root.querySelectorAll(${JSON.stringify(selector)})[${index}];
      if (!element) return null;
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      const hit = root.elementFromPoint(x, y);
      return { x, y, free: hit !== null && (element === hit || element.contains(hit)) };`;
    let last: Place | null = null;
    // the extension follows the page one frame later, so its positions are not final directly after scrolling or resizing
    const still = async (): Promise<Place | null> => {
      await this.page.evaluate(
        () =>
          new Promise<void>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
          ),
      );
      const before = last;
      last = await this.query<Place>(place);
      return last?.free && last.x === before?.x && last.y === before.y ? last : null;
    };
    const box = await this.poll(still, (found) => found !== null, 15_000).catch((error: Error) => {
      throw new Error(
        `no ${selector} that can be clicked in the extension's interface: ${error.message}, last at ${JSON.stringify(last)}`,
      );
    });
    await this.page.mouse.click(box!.x, box!.y);
  }

  private async poll<T>(
    read: () => Promise<T>,
    condition: (value: T) => boolean,
    timeout: number,
  ): Promise<T> {
    const end = Date.now() + timeout;
    let value = await read();
    while (!condition(value)) {
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${timeout} ms`);
      await new Promise((resolve) => setTimeout(resolve, 25));
      value = await read();
    }
    return value;
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly free: boolean;
}

interface DomNode {
  readonly backendNodeId: number;
  readonly attributes?: string[];
  readonly children?: DomNode[];
  readonly shadowRoots?: DomNode[];
}

/** Returns the underlined characters of all findings, in order. */
export function marked(page: Page): Promise<string> {
  return highlighted(page, "curlew-finding");
}

/** Returns the characters of the page's highlight with a name. */
export function highlighted(page: Page, name: string): Promise<string> {
  return page.evaluate((highlight) => {
    const texts = Array.from(
      CSS.highlights.get(highlight) ?? [],
      ({ startContainer, startOffset, endOffset }) =>
        (startContainer as Text).data.slice(startOffset, endOffset),
    );
    return texts.join("");
  }, name);
}

/** Returns the underline that findings have in an element. */
export function markStyle(page: Page, selector: string): Promise<{ line: string; color: string }> {
  return page.evaluate((chosen) => {
    const { textDecorationLine, textDecorationColor } = getComputedStyle(
      document.querySelector(chosen)!,
      "::highlight(curlew-finding)",
    );
    return { line: textDecorationLine, color: textDecorationColor };
  }, selector);
}

/** Returns the names of the site's controls of which the extension covers the middle or a point near a corner. */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const host = document.querySelector("[data-curlew]");
    const names: string[] = [];
    for (const control of document.querySelectorAll("a, button, textarea, .bubble")) {
      const box = control.getBoundingClientRect();
      for (const [x, y] of [
        [0.5, 0.5],
        [0.05, 0.1],
        [0.95, 0.1],
        [0.05, 0.9],
        [0.95, 0.9],
      ] as const) {
        if (document.elementFromPoint(box.left + box.width * x, box.top + box.height * y) === host)
          names.push(control.getAttribute("aria-label") ?? control.textContent ?? "");
      }
    }
    return names;
  });
}
