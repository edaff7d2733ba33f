const DATABASE = "curlew";
const STORE = "secrets";
const KEY = "token";

/** Whether an input can be an access token: 8 to 512 visible ASCII characters, which an HTTP header can contain. */
export function isToken(input: string): boolean {
  return /^[\x21-\x7e]{8,512}$/.test(input);
}

/**
 * Stores the access token in the extension's IndexedDB, which content scripts cannot open: in every browser, they use the databases of
 * the page's origin.
 */
export class TokenStore {
  constructor(private readonly factory: IDBFactory) {}

  async get(): Promise<string | null> {
    const value: unknown = await this.run("readonly", (store) => store.get(KEY));
    return typeof value === "string" && isToken(value) ? value : null;
  }

  /** Replaces the token. @throws TypeError if `token` cannot be a token; the message does not contain it */
  async set(token: string): Promise<void> {
    if (!isToken(token)) throw new TypeError("not a usable access token");
    await this.run("readwrite", (store) => store.put(token, KEY));
  }

  async remove(): Promise<void> {
    await this.run("readwrite", (store) => store.delete(KEY));
  }

  private async run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await this.open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = transaction.onerror = () =>
          reject(new Error("the token store failed"));
      });
    } finally {
      database.close();
    }
  }

  private open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = this.factory.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () =>
        reject(new Error("the token store cannot be opened"));
    });
  }
}
