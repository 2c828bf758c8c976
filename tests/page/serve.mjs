// A folder as any host of files serves it.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

export async function serve(folder) {
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const content = await readFile(join(folder, path.endsWith("/") ? path + "index.html" : path));
      answer.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(content);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  return { url: `http://localhost:${server.address().port}/`, close: () => { server.closeAllConnections(); server.close(); } };
}
