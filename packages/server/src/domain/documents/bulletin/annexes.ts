import { annexName, type Grid } from './model.ts'

/** Large tables behind the sections, in the order in which the text names them. */
export class Annexes {
  readonly #all: Grid[] = []

  /** @returns the name of the table, for the text */
  add(grid: Grid): string {
    this.#all.push(grid)
    return annexName(this.#all.length - 1)
  }

  get all(): readonly Grid[] {
    return this.#all
  }
}
