// The server that the API's endpoints are compared with: node:http that sends the API's response to a request again and again.
import { createServer } from 'node:http'

const [port, apiUrl] = process.argv.slice(2)
const bodies = new Map<string, Promise<ArrayBuffer>>()
const server = createServer(async ({ url = '/', headers: { authorization = '' } }, response) => {
  const body = bodies.get(url) ?? fetch(`${apiUrl}${url}`, { headers: { authorization } }).then((found) => found.arrayBuffer())
  bodies.set(url, body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(new Uint8Array(await body))
})
server.listen(Number(port), '127.0.0.1')
