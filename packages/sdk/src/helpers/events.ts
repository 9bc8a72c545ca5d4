/** One event of a stream, as the server named it. */
export interface ServerEvent {
  event: string
  data: string
}

/** Splits a text into lines as it arrives; a pair of CR and LF may be torn apart. */
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
    // Who stops listening closes the connection.
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * The events of a `text/event-stream`, read by fetch so that the session's header goes with it; a comment, which only says
 * that the stream is alive, comes as an event named `comment`. Ends with the stream; leaving the loop closes it.
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
