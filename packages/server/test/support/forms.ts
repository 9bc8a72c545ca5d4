import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

const BOUNDARY = 'xinchu-test'

export const FORM = `multipart/form-data; boundary=${BOUNDARY}`

/** The head of a form's part with a file; the name goes out as it is. */
export const fileHead = (name: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`

export const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

export const END = `\r\n--${BOUNDARY}--\r\n`

export interface Answer {
  status: number
  body: { message?: string; errors?: { field: string; message: string }[]; [property: string]: unknown }
  /** Port of the client's end of the connection: tells connections apart. */
  port: number | undefined
}

async function answerOf(reply: IncomingMessage): Promise<Answer> {
  const port = reply.socket.localPort
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) text += chunk
  return { status: reply.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {}, port }
}

/** One connection that is kept for all calls, as a browser or a proxy keeps it. */
export function oneConnection(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  function call(method: string, path: string, headers: Record<string, string> = {}) {
    const sent = request(url + path, { agent, method, headers: { Authorization: token, ...headers } })
    const answer = new Promise<Answer>((resolve, reject) => {
      sent.once('response', (reply) => resolve(answerOf(reply)))
      // A closed connection may be told of more than once, and after the answer.
      sent.on('error', reject)
      sent.on('socket', (socket) => socket.on('error', reject))
    })
    return { sent, answer }
  }
  return {
    get(path: string): Promise<Answer> {
      const { sent, answer } = call('GET', path)
      sent.end()
      return answer
    },
    post(path: string, type: string, body: string | Buffer): Promise<Answer> {
      const { sent, answer } = call('POST', path, { 'Content-Type': type })
      sent.end(body)
      return answer
    },
    /** Begins a call whose body the test writes itself. */
    begin(path: string, headers: Record<string, string>): { sent: ClientRequest; answer: Promise<Answer> } {
      return call('POST', path, headers)
    },
    close: (): void => agent.destroy(),
  }
}
