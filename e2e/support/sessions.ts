import { logInBy, type Session } from './browser.ts'

/** Sessions of demonstration accounts on one platform. A session is reused while the platform accepts its token. */
export class Sessions {
  readonly #url: string
  readonly #sessions = new Map<string, Promise<Session>>()

  constructor(url: string) {
    this.#url = url
  }

  async of(username: string): Promise<Session> {
    const session = await this.#sessions.get(username)
    if (session && (await this.#isAccepted(session))) return session
    const next = logInBy(this.#url, username)
    this.#sessions.set(username, next)
    return next
  }

  async #isAccepted({ token }: Session): Promise<boolean> {
    const reply = await fetch(`${this.#url}/auth/info`, { headers: { Authorization: token } })
    await reply.arrayBuffer()
    return reply.ok
  }
}
