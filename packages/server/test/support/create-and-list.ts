import { call, type HttpAnswer, post } from './http.ts'
import { soundProject } from './projects.ts'

const PAUSE_MS = 50
/** Tries after which a create counts as not answerable. */
const MOST_TRIES = 1_000

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

export interface TimedAnswer extends HttpAnswer {
  at: number
  what: 'create' | 'list'
}

/**
 * Clients that create projects and list them, until told to stop. Each create is repeated with the same
 * Idempotency-Key until it is acknowledged, as a careful client does.
 */
export class CreateAndList {
  readonly answers: TimedAnswer[] = []
  /** Names of the projects that the server has acknowledged. */
  readonly acknowledged: string[] = []
  /** Names of all projects that were ever sent. */
  readonly sent: string[] = []
  readonly #clients: Promise<void>[]
  readonly #url: string
  readonly #token: string
  /** Distinguishes the projects of this run from others. */
  readonly label: string = `并发${crypto.randomUUID().slice(0, 8)}`
  #isStopping = false

  constructor(url: string, token: string, clients: number) {
    this.#url = url
    this.#token = token
    this.#clients = Array.from({ length: clients }, (_, at) => this.#run(at))
  }

  #note(what: TimedAnswer['what'], answer: HttpAnswer): HttpAnswer {
    this.answers.push({ ...answer, what, at: performance.now() })
    return answer
  }

  async #create(name: string): Promise<void> {
    const draft = soundProject(1, { projectName: name })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    this.sent.push(name)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answer = await post(`${this.#url}/api/esProject`, this.#token, draft, key)
      this.#note('create', answer)
      if (answer.status === 201) {
        this.acknowledged.push(name)
        return
      }
      await pause()
    }
  }

  async #run(at: number): Promise<void> {
    for (let serial = 1; !this.#isStopping; serial++) {
      await this.#create(`${this.label}之${at}第${serial}储能站`)
      const list = await call(`${this.#url}/api/esProject/queryCustom?size=5`, {
        headers: { Authorization: this.#token },
      })
      this.#note('list', list)
    }
  }

  /** Waits until a create and a list have been answered after this moment. */
  async untilServed(): Promise<void> {
    const from = performance.now()
    const isServed = () =>
      ['create', 'list'].every((what) =>
        this.answers.some(
          (answer) => answer.what === what && answer.at > from && answer.status < 300 && answer.status > 0,
        ),
      )
    while (!isServed()) await pause()
  }

  /** Ends the clients, each after its create was acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#clients)
  }
}
