import type { FastifyInstance } from 'fastify'

type Stop = () => Promise<void>

/** The last seconds of a server that still serves, while its callers turn to other copies. */
export class Drain {
  readonly #stops: Stop[] = []
  #stopping: Promise<unknown> | undefined

  /** Whether the server is about to end. */
  get isBegun(): boolean {
    return this.#stopping !== undefined
  }

  /** Stops work of the server's own when the drain begins, or when the server closes without it. */
  stops(app: Pick<FastifyInstance, 'addHook'>, stop: Stop): void {
    this.#stops.push(stop)
    app.addHook('onClose', stop)
  }

  /** Resolves when everything has ended that was under way, or failed to. */
  begin(): Promise<unknown> {
    this.#stopping ??= Promise.allSettled(this.#stops.map((stop) => stop()))
    return this.#stopping
  }
}
