/** The service worker: stores all files of the playground in a cache, and answers all requests from the cache. */
declare const CURLEW_FILES: readonly string[];
declare const CURLEW_VERSION: string;

/** The types of the events and globals of service workers that are used here; the types for pages do not contain them. */
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  readonly request: globalThis.Request;
  respondWith(response: Promise<globalThis.Response>): void;
}
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}

const scope = self as unknown as ServiceWorkerScope;
const PREFIX = "curlew-playground-";
const CACHE = PREFIX + CURLEW_VERSION;

async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(CURLEW_FILES.map((file) => new URL(file, scope.registration.scope).href));
  await scope.skipWaiting();
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function stored(request: globalThis.Request): Promise<globalThis.Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  return found ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(store()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope))
    event.respondWith(stored(event.request));
});
