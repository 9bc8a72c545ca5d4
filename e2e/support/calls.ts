const PASSWORD = 'Xinchu@2026'

/** Sends JSON and answers the reply's. @throws Error with the platform's words when it refuses */
export type Call = (path: string, body: object) => Promise<Record<string, unknown>>

/** Calls of the platform as a demonstration account, for what a test needs before it begins. */
export async function callsAs(url: string, username: string): Promise<Call> {
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  const { token } = await send('/auth/login', { username, password: PASSWORD })
  return (path, body) => send(path, body, { Authorization: token })
}
