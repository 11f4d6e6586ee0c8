// The server that the API's endpoints are compared with: plain node:http sends the bytes of a file for every request. Arguments: port, file.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const body = readFileSync(String(file))
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
