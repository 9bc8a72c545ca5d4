interface PaceOptions {
  /** Target duration of one part in milliseconds. */
  targetMs: number
  first: number
  least: number
  most: number
}

/** Adapts the number of items per part so that each part takes the target time on any machine and load. */
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
   * Learns from a finished part.
   * @param size its number of items, if not the one asked for
   */
  took(milliseconds: number, size: number = this.#size): void {
    const { targetMs, least, most } = this.#options
    const fitting = size * (targetMs / Math.max(milliseconds, 1))
    // At most doubled, and only half-way, because one part proves little.
    const next = Math.min((this.#size + fitting) / 2, this.#size * 2)
    this.#size = Math.min(Math.max(next, least), most)
  }
}
