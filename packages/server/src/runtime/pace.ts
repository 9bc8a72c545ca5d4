interface PaceOptions {
  /** Milliseconds that one part should take. */
  targetMs: number
  first: number
  least: number
  most: number
}

/** How many things to do at once so that each part takes about as long as wanted, on whatever machine under whatever load. */
export class Pace {
  readonly #options: PaceOptions
  #size: number

  constructor(options: PaceOptions) {
    this.#options = options
    this.#size = options.first
  }

  get size(): number {
    return Math.round(this.#size)
  }

  /**
   * Learns from a part.
   * @param size how many things it was, where not as many as wanted
   */
  took(milliseconds: number, size: number = this.#size): void {
    const { targetMs, least, most } = this.#options
    const fitting = size * (targetMs / Math.max(milliseconds, 1))
    // At most doubled, and half-way only: one part says little.
    const next = Math.min((this.#size + fitting) / 2, this.#size * 2)
    this.#size = Math.min(Math.max(next, least), most)
  }
}
