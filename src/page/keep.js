// What stays in the browser: files in a database, the history beside it. Where either is refused, both live as long as the page.
const NAME = "files";
/** Every file by its path. */
export const files = new Map();
/** Said where files cannot be kept. */
export let refused = null;
let database = null;

const settled = request => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** Reads what was kept. */
export async function open() {
  try {
    const request = indexedDB.open("warodds", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME);
    database = await settled(request);
    const store = database.transaction(NAME).objectStore(NAME);
    const [paths, contents] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
    paths.forEach((path, at) => files.set(path, contents[at]));
  } catch (error) {
    refused = `this browser keeps no files (${error?.message ?? error}); they are here until the page is closed`;
  }
}

/** Takes files that were written and paths that were removed; what cannot be kept stays here, and why is returned. */
export async function change({ written = [], removed = [] }) {
  written.forEach(([path, content]) => files.set(path, content));
  removed.forEach(path => files.delete(path));
  if (!database || written.length + removed.length === 0) return written.length ? refused : null;
  try {
    const transaction = database.transaction(NAME, "readwrite"), store = transaction.objectStore(NAME);
    written.forEach(([path, content]) => store.put(content, path));
    removed.forEach(path => store.delete(path));
    await new Promise((done, failed) => {
      transaction.oncomplete = done;
      transaction.onabort = transaction.onerror = () => failed(transaction.error);
    });
    return null;
  } catch (error) {
    return `these files could not be kept (${error?.name === "QuotaExceededError" ? "the storage is full" : error?.message ?? error}); they are here until the page is closed`;
  }
}

const HISTORY = "warodds.history", MOST = 100;
let remembered = null;

/** Past questions, the newest first: `{ line, head }`. */
export function history() {
  if (remembered) return remembered;
  try {
    remembered = JSON.parse(localStorage.getItem(HISTORY) ?? "[]");
  } catch {
    remembered = [];
  }
  return remembered = Array.isArray(remembered) ? remembered.filter(entry => typeof entry?.line === "string") : [];
}

export function remember(line, head) {
  remembered = [{ line, head }, ...history().filter(entry => entry.line !== line)].slice(0, MOST);
  try {
    localStorage.setItem(HISTORY, JSON.stringify(remembered));
  } catch {
    // It is there until the page is closed.
  }
}
