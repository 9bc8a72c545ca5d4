/** One event of a stream, as the server named it. */
export interface ServerEvent {
  event: string
  data: string
}

/** Splits incoming text into lines. A CR LF pair may be split across chunks. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // Leaving the loop closes the connection.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads the events of a `text/event-stream` by fetch, which sends the session's header. A comment (keep-alive) is yielded
 * as an event named `comment`. Ends with the stream; leaving the loop closes it.
 */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent, void, void> {
  if (!response.body) return
  let event = 'message'
  let data: string[] = []
  for await (const line of linesOf(response.body)) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? []
    if (line.startsWith(':')) yield { event: 'comment', data: value }
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') }
      event = 'message'
      data = []
    }
  }
}
