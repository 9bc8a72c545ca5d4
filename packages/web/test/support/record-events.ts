/** A stream of steps on records, which the test sends. */
export function recordEvents() {
  let send: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  return {
    reply: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    tell: (watch: string) => send(`event: record\ndata: ${JSON.stringify({ watch })}\n\n`),
  }
}
