import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { verifyWebhook } from '@xinchu/sdk/webhooks'

/** The receiver of the documentation, as a process that can be killed: verifies, keeps, then answers. */
const [file = '', secret = '', port = ''] = process.argv.slice(2)
createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const message = await verifyWebhook(request.headers, body, secret).catch(() => undefined)
  if (message)
    appendFileSync(file, `${JSON.stringify({ id: request.headers['webhook-id'], ...message.data })}\n`)
  response.writeHead(message ? 204 : 401).end()
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready'))
