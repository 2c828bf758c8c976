// The program in a thread of its own: it asks a system for files, a clock and chance (WASI, preview 1), and this is one,
// made of a tree in memory. Each command is a new instance of the same module; files stay from one to the next.
"use strict";

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOTDIR = 54, NOTEMPTY = 55, NOTSUP = 58;
const CHARACTERS = 2, FOLDER = 3, FILE = 4;
const APPEND = 1, CREATE = 1, MUST_BE_FOLDER = 2, MUST_BE_NEW = 4, EMPTY = 8;
const text = new TextDecoder(), bytes = new TextEncoder();

let lastVersion = 0;

class File {
  constructor(data = new Uint8Array(0)) { this.data = data; this.size = data.length; this.touch(); }
  touch() { this.time = BigInt(Date.now()) * 1000000n; this.version = ++lastVersion; }
  resize(size) {
    if (size > this.data.length) {
      const more = new Uint8Array(Math.max(size, this.data.length * 2));
      more.set(this.data.subarray(0, this.size));
      this.data = more;
    } else if (size < this.size) this.data.fill(0, size, this.size);
    this.size = size;
    this.touch();
  }
  write(part, at) {
    if (at + part.length > this.size) this.resize(at + part.length);
    this.data.set(part, at);
    this.touch();
  }
  read() { return this.data.subarray(0, this.size); }
}

class Folder {
  constructor() { this.entries = new Map(); this.time = BigInt(Date.now()) * 1000000n; }
}

let root = new Folder();
let numbers = new WeakMap(), lastNumber = 0n;
/** A number for a file or folder, by which others tell it apart. */
const inode = node => numbers.get(node) ?? (numbers.set(node, ++lastNumber), lastNumber);

/** What a path names, seen from a folder: the node if it is there, the folder it lies in, and its name there. */
function find(from, path) {
  const trail = [from];
  let name = "", node = from;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (!(node instanceof Folder)) return { error: node ? NOTDIR : NOENT };
    if (part === "..") { if (trail.length > 1) trail.pop(); node = trail.at(-1); name = ""; continue; }
    name = part;
    node = node.entries.get(part);
    if (node instanceof Folder) trail.push(node);
  }
  const parent = node instanceof Folder && trail.length > 1 ? trail.at(-2) : trail.at(-1);
  return { node, parent, name };
}

/** Puts a file into the tree, with the folders that it lies in. */
function put(path, data) {
  let folder = root;
  const parts = path.split("/").filter(Boolean), name = parts.pop();
  for (const part of parts) {
    if (!(folder.entries.get(part) instanceof Folder)) folder.entries.set(part, new Folder());
    folder = folder.entries.get(part);
  }
  folder.entries.set(name, new File(data));
}

/** Every file below a folder: its path, and the file. */
function* all(folder = root, front = "") {
  for (const [name, node] of folder.entries) {
    if (node instanceof Folder) yield* all(node, `${front}${name}/`);
    else yield [front + name, node];
  }
}

class Exit { constructor(code) { this.code = code; } }

/** The functions that the program imports. `told` takes what it writes to its standard outputs. */
function system(args, env, told) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const at = (start, length) => new Uint8Array(memory.buffer, start, length);
  const word = (start, length) => text.decode(at(start, length).slice());
  const open = new Map([[0, {}], [1, { out: 1 }], [2, { out: 2 }], [3, { node: root, name: "/" }]]);
  const folderOf = fd => (open.get(fd)?.node instanceof Folder ? open.get(fd).node : null);
  const fileOf = fd => (open.get(fd)?.node instanceof File ? open.get(fd) : null);
  const lists = { args: args.map(arg => bytes.encode(arg + "\0")), env: Object.entries(env).map(([k, v]) => bytes.encode(`${k}=${v}\0`)) };
  const sizes = list => (count, size) => {
    view().setUint32(count, list.length, true);
    view().setUint32(size, list.reduce((sum, entry) => sum + entry.length, 0), true);
    return OK;
  };
  const entries = list => (pointers, buffer) => {
    for (const entry of list) {
      view().setUint32(pointers, buffer, true);
      at(buffer, entry.length).set(entry);
      pointers += 4; buffer += entry.length;
    }
    return OK;
  };
  const stat = (node, to) => {
    at(to, 64).fill(0);
    const data = view();
    data.setBigUint64(to + 8, node ? inode(node) : 0n, true);
    data.setUint8(to + 16, node instanceof Folder ? FOLDER : node ? FILE : CHARACTERS);
    data.setBigUint64(to + 24, 1n, true);
    data.setBigUint64(to + 32, BigInt(node?.size ?? 0), true);
    for (const time of [40, 48, 56]) data.setBigUint64(to + time, node?.time ?? 0n, true);
    return OK;
  };
  const vectors = (list, count) => Array.from({ length: count }, (_, i) =>
    at(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)));
  const readAt = (file, list, count, from, done) => {
    let read = 0;
    for (const part of vectors(list, count)) {
      const piece = file.read().subarray(from + read, from + read + part.length);
      part.set(piece);
      read += piece.length;
    }
    view().setUint32(done, read, true);
    return read;
  };
  const found = (fd, path, length) => folderOf(fd) ? find(folderOf(fd), word(path, length)) : { error: BADF };

  const calls = {
    args_sizes_get: sizes(lists.args), args_get: entries(lists.args),
    environ_sizes_get: sizes(lists.env), environ_get: entries(lists.env),
    clock_res_get: (_, to) => (view().setBigUint64(to, 1000n, true), OK),
    clock_time_get(clock, _, to) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(to, BigInt(Math.round(now * 1e6)), true);
      return OK;
    },
    // One call gives at most 64 KiB of chance.
    random_get(to, length) {
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(at(to + done, Math.min(65536, length - done)));
      return OK;
    },
    sched_yield: () => OK,
    proc_exit(code) { throw new Exit(code); },
    fd_prestat_get(fd, to) {
      if (fd !== 3) return BADF;
      view().setUint32(to, 0, true);
      view().setUint32(to + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (fd, to) => (fd === 3 ? (at(to, 1).set([47]), OK) : BADF),
    fd_fdstat_get(fd, to) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      at(to, 24).fill(0);
      const data = view(), isNoFile = !handle.node;
      // Standard error is like a terminal, which alone is told how far work is; the answer goes to something like a pipe.
      const kind = handle.node instanceof Folder ? FOLDER : handle.out === 2 ? CHARACTERS : isNoFile ? 0 : FILE;
      data.setUint8(to, kind);
      data.setUint16(to + 2, handle.append ? APPEND : 0, true);
      // What has no place in it can neither be sought in (4) nor told (32).
      data.setBigUint64(to + 8, isNoFile ? 0xffffffdbn : 0x1fffffffn, true);
      data.setBigUint64(to + 16, 0x1fffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get: (fd, to) => (open.has(fd) ? stat(open.get(fd).node, to) : BADF),
    fd_filestat_set_size: (fd, size) => (fileOf(fd) ? (fileOf(fd).node.resize(Number(size)), OK) : BADF),
    fd_filestat_set_times: () => OK,
    path_filestat_set_times: () => OK,
    fd_advise: () => OK,
    fd_allocate: () => NOTSUP,
    fd_sync: () => OK,
    fd_datasync: () => OK,
    fd_close: fd => (open.delete(fd) ? OK : BADF),
    fd_renumber(from, to) {
      if (!open.has(from)) return BADF;
      open.set(to, open.get(from));
      open.delete(from);
      return OK;
    },
    fd_read(fd, list, count, done) {
      const handle = fileOf(fd);
      if (!handle) { view().setUint32(done, 0, true); return open.has(fd) ? (folderOf(fd) ? ISDIR : OK) : BADF; }
      handle.place += readAt(handle.node, list, count, handle.place, done);
      return OK;
    },
    fd_pread(fd, list, count, from, done) {
      if (!fileOf(fd)) return BADF;
      readAt(fileOf(fd).node, list, count, Number(from), done);
      return OK;
    },
    fd_write(fd, list, count, done) {
      const handle = open.get(fd);
      if (!handle || handle.node instanceof Folder) return BADF;
      let written = 0;
      for (const part of vectors(list, count)) {
        if (handle.out) told(handle.out, part.slice());
        else if (handle.node) {
          if (handle.append) handle.place = handle.node.size;
          handle.node.write(part, handle.place);
          handle.place += part.length;
        }
        written += part.length;
      }
      view().setUint32(done, written, true);
      return OK;
    },
    fd_pwrite(fd, list, count, from, done) {
      if (!fileOf(fd)) return BADF;
      let place = Number(from);
      for (const part of vectors(list, count)) { fileOf(fd).node.write(part, place); place += part.length; }
      view().setUint32(done, place - Number(from), true);
      return OK;
    },
    fd_seek(fd, offset, whence, to) {
      const handle = fileOf(fd);
      if (!handle) return BADF;
      const place = [0, handle.place, handle.node.size][whence] + Number(offset);
      if (place < 0) return INVAL;
      handle.place = place;
      view().setBigUint64(to, BigInt(place), true);
      return OK;
    },
    fd_tell: (fd, to) => (fileOf(fd) ? (view().setBigUint64(to, BigInt(fileOf(fd).place), true), OK) : BADF),
    fd_readdir(fd, to, length, cookie, done) {
      const folder = folderOf(fd);
      if (!folder) return BADF;
      let used = 0;
      for (const [place, [name, node]] of [...folder.entries].entries()) {
        if (place < Number(cookie)) continue;
        const letters = bytes.encode(name), entry = new Uint8Array(24 + letters.length), data = new DataView(entry.buffer);
        data.setBigUint64(0, BigInt(place + 1), true);
        data.setBigUint64(8, inode(node), true);
        data.setUint32(16, letters.length, true);
        data.setUint8(20, node instanceof Folder ? FOLDER : FILE);
        entry.set(letters, 24);
        const part = entry.subarray(0, length - used);
        at(to + used, part.length).set(part);
        used += part.length;
        if (used === length) break;
      }
      view().setUint32(done, used, true);
      return OK;
    },
    path_open(fd, _follow, path, length, how, _rights, _inherited, flags, to) {
      const there = found(fd, path, length);
      if (there.error) return there.error;
      let { node } = there;
      if (node && how & CREATE && how & MUST_BE_NEW) return EXIST;
      if (node && how & MUST_BE_FOLDER && !(node instanceof Folder)) return NOTDIR;
      if (!node) {
        if (!(how & CREATE)) return NOENT;
        node = new File();
        there.parent.entries.set(there.name, node);
      }
      if (how & EMPTY && node instanceof File) node.resize(0);
      let next = 4;
      while (open.has(next)) next += 1;
      open.set(next, { node, place: 0, append: (flags & APPEND) !== 0 });
      view().setUint32(to, next, true);
      return OK;
    },
    path_filestat_get(fd, _follow, path, length, to) {
      const there = found(fd, path, length);
      return there.error ?? (there.node ? stat(there.node, to) : NOENT);
    },
    path_create_directory(fd, path, length) {
      const there = found(fd, path, length);
      if (there.error || there.node) return there.error ?? EXIST;
      there.parent.entries.set(there.name, new Folder());
      return OK;
    },
    path_unlink_file(fd, path, length) {
      const there = found(fd, path, length);
      if (there.error || !there.node) return there.error ?? NOENT;
      if (there.node instanceof Folder) return ISDIR;
      there.parent.entries.delete(there.name);
      return OK;
    },
    path_remove_directory(fd, path, length) {
      const there = found(fd, path, length);
      if (there.error || !there.node) return there.error ?? NOENT;
      if (!(there.node instanceof Folder)) return NOTDIR;
      if (there.node.entries.size) return NOTEMPTY;
      there.parent.entries.delete(there.name);
      return OK;
    },
    path_rename(fd, path, length, newFd, newPath, newLength) {
      const from = found(fd, path, length), to = found(newFd, newPath, newLength);
      if (from.error || to.error) return from.error ?? to.error;
      if (!from.node) return NOENT;
      if (to.node instanceof Folder) return ISDIR;
      from.parent.entries.delete(from.name);
      to.parent.entries.set(to.name, from.node);
      return OK;
    },
    // Nothing here is a link.
    path_readlink(fd, path, length) { const there = found(fd, path, length); return there.error ?? (there.node ? INVAL : NOENT); },
    path_link: () => NOTSUP,
    path_symlink: () => NOTSUP,
    poll_oneoff: () => NOTSUP,
  };
  return { calls, bind: to => { memory = to; } };
}

let program;

/** The module: handed over by a page that has it, else fetched; what a server calls it is no matter. */
async function load(source) {
  if (source instanceof WebAssembly.Module) return source;
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
  return WebAssembly.compileStreaming(answer.clone()).catch(async () => WebAssembly.compile(await answer.arrayBuffer()));
}

/** Runs one command; what it wrote, and its exit code. */
async function run({ args, env }) {
  const parts = { 1: [], 2: [] };
  let shown = 0, numbers = null;
  const told = (stream, part) => {
    // How far the work is comes in pieces: a line begins anew, then `done of all`.
    const piece = stream === 2 && part.length < 24 ? text.decode(part) : "";
    if (piece === "\r") {
      const [done, of] = (numbers ?? "").split(" ").map(Number), now = performance.now();
      if (of > 0 && now - shown > 100) { shown = now; postMessage({ progress: { done, of } }); }
      numbers = "";
    } else if (numbers !== null && /^[\d ]+$/.test(piece)) numbers += piece;
    else { numbers = null; parts[stream].push(part); }
  };
  const { calls, bind } = system(["warodds", ...args], env, told);
  const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: calls });
  bind(instance.exports.memory);
  const began = performance.now();
  let code = 0;
  try {
    instance.exports._start();
  } catch (end) {
    if (end instanceof Exit) code = end.code;
    else {
      code = 134;
      parts[2].push(bytes.encode(`error: the program broke off: ${end.message}\n`));
    }
  }
  const whole = list => new Blob(list).arrayBuffer().then(buffer => text.decode(buffer));
  const took = performance.now() - began, memory = instance.exports.memory.buffer.byteLength;
  return { code, out: await whole(parts[1]), err: await whole(parts[2]), took, memory };
}

/** Takes what lies below a folder out of the tree, and forgets it. */
function taken(folder) {
  const node = root.entries.get(folder);
  root.entries.set(folder, new Folder());
  return node instanceof Folder ? [...all(node)].map(([path, file]) => [path, file.read().slice()]) : [];
}

let before = new Map();
/** Files that were written or removed since this was last asked. */
function changed() {
  const now = new Map([...all()].map(([path, file]) => [path, file]));
  const written = [...now].filter(([path, file]) => before.get(path) !== file.version).map(([path, file]) => [path, file.read().slice()]);
  const removed = [...before.keys()].filter(path => !now.has(path));
  before = new Map([...now].map(([path, file]) => [path, file.version]));
  return { written, removed };
}

// Letters that few ask for are a file of their own.
const FONT = "noto-sans-jp.otf";
let font = null;

async function fetched() {
  const answer = await fetch(FONT).catch(() => null);
  if (!answer?.ok) return false;
  font = new Uint8Array(await answer.arrayBuffer());
  put(`fonts/${FONT}`, font);
  changed();
  return true;
}

async function heed(data) {
  try {
    if (data.files) {
      root = new Folder();
      for (const name of ["profiles", "library", "answer"]) root.entries.set(name, new Folder());
      for (const [path, content] of data.files) put(path, content);
      if (font) put(`fonts/${FONT}`, font);
      changed();
    }
    if (data.program) {
      program = await load(data.program);
      postMessage({ ready: program });
    }
    if (data.args) {
      let ended = await run(data);
      if (!font && /no font here has the letters/.test(ended.err) && await fetched()) {
        taken("answer");
        ended = await run(data);
      }
      postMessage({ id: data.id, ...ended, answer: taken("answer"), ...changed() });
    }
  } catch (error) {
    postMessage({ id: data.id, broken: String(error.message ?? error) });
  }
}

// One thing after the other: a command waits for the program.
let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => heed(data)); };
