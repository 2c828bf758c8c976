// The program behind the page: commands go to the worker one after the other, and a worker that works too long is replaced.
import { files } from "./keep.js";

let worker = null, module = null, current = null, lastId = 0, progress = () => {};
const queue = [];

function start() {
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.ready) module = data.ready;
    else if (data.progress) progress(data.progress);
    else if (data.id === current?.id || data.broken) {
      const { done, failed } = current ?? { failed: error => { throw error; } };
      current = null;
      // What could not even be loaded is tried again with the next command.
      if (!module) { worker.terminate(); worker = null; }
      if (data.broken) failed(new Error(data.broken)); else done(data);
      next();
    }
  };
  worker.onerror = event => { event.preventDefault(); stop(event.message || "the program could not be started"); };
  // A new worker need not compile again what the page has.
  worker.postMessage({ program: module ?? "warodds.wasm", files: [...files] });
}

function next() {
  if (current || queue.length === 0) return;
  current = queue.shift();
  if (!worker) start();
  progress = current.progress ?? (() => {});
  worker.postMessage({ id: current.id, args: current.args, env: current.env });
}

/** Runs a command and gives what it wrote, its exit code, and the files it changed. */
export function run(args, { env = {}, progress } = {}) {
  const own = [...files.keys()].some(path => path.startsWith("profiles/")) ? { WARODDS_PROFILES: "profiles" } : {};
  const always = { NO_COLOR: "1", COLUMNS: "100", WARODDS_LIBRARY: "library", ...own };
  return new Promise((done, failed) => {
    queue.push({ id: ++lastId, args, env: { ...always, ...env }, progress, done, failed });
    next();
  });
}

/** Hands the worker the files anew, after they were changed here. */
export const refresh = () => worker?.postMessage({ files: [...files] });

/** Ends whatever runs, and what waits; the next command finds a fresh worker. */
export function stop(why = "stopped") {
  worker?.terminate();
  worker = null;
  const ended = [current, ...queue.splice(0)].filter(Boolean);
  current = null;
  ended.forEach(({ failed }) => failed(new Error(why)));
}
