import type { Request, Response, TreeSource } from "./messages.js";
import type { Shared } from "./share.js";

type Answer = Exclude<Response, { kind: "need" }>;
type Asked = Exclude<Request, { kind: "file" }>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;

/** Milliseconds after which a worker that has not answered counts as hung; the deadline of an analysis is shorter. */
const HUNG_MS = 15_000;

/** Sends requests to the worker, and fetches the files for it, so that the policy and the service worker of the page apply. */
export class Client {
  private worker: Promise<Worker>;
  private next = 1;
  private hasAnswered = false;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  constructor(
    private readonly script: string,
    private readonly assets: string,
  ) {
    this.worker = this.start();
  }

  analyze(shared: Shared): Promise<Answer> {
    return this.ask({ kind: "analyze", ...shared });
  }

  tree({ language, text }: TreeSource): Promise<Answer> {
    return this.ask({ kind: "tree", language, text });
  }

  formatOf(path: string): Promise<Answer> {
    return this.ask({ kind: "format-of", path });
  }

  private async ask(request: WithoutId<Asked>): Promise<Answer> {
    const id = this.next++;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    try {
      (await this.worker).postMessage({ ...request, id });
    } catch (error) {
      this.settle({ kind: "failed", id, message: String(error) });
    }
    // Before its first answer, the worker waits for files, which takes long on a slow connection.
    const watch = setTimeout(() => this.restart(id), this.hasAnswered ? HUNG_MS : HUNG_MS * 8);
    const answer = await answered;
    clearTimeout(watch);
    return answer;
  }

  private settle(answer: Answer): void {
    this.hasAnswered ||= answer.kind !== "failed";
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  /** Ends a worker that hangs, starts another, and reports all requests up to `id` as failed. */
  private restart(id: number): void {
    void this.worker.then((worker) => worker.terminate());
    this.worker = this.start();
    const message = "the analysis took too long and was ended";
    for (const each of [...this.waiting.keys()])
      if (each <= id) this.settle({ kind: "failed", id: each, message });
  }

  /** Starts a worker. A worker that is created from a blob has the content security policy of the page. */
  private async start(): Promise<Worker> {
    const script = await fetch(this.script);
    if (!script.ok) throw new Error(`${this.script} cannot be fetched`);
    const blob = new Blob([await script.arrayBuffer()], { type: "text/javascript" });
    const worker = new Worker(URL.createObjectURL(blob));
    worker.addEventListener("message", ({ data }: MessageEvent<Response>) => {
      if (data.kind === "need") void this.bring(worker, data.path);
      else this.settle(data);
    });
    return worker;
  }

  private async bring(worker: Worker, path: string): Promise<void> {
    const file = await fetch(new URL(path, this.assets))
      .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
      .catch(() => null);
    const bytes = file === null ? null : new Uint8Array(file);
    worker.postMessage({ kind: "file", path, bytes } satisfies Request, {
      transfer: bytes === null ? [] : [bytes.buffer],
    });
  }
}
