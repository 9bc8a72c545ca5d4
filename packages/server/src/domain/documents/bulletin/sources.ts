import type { components } from '@xinchu/contract/schema'
import { PERIOD_STATUS } from '@xinchu/validators'
import type { Grid, Piece } from './model.ts'

type StatPeriod = components['schemas']['StatPeriod']

/** Where figures come from. */
export interface Source {
  /** The figures. */
  name: string
  conditions: string
  period: StatPeriod
  /** Number of projects behind the figures. */
  rows: number
  /** The page that has the figures, without the part that all share. */
  page: string
  address: string
}

/** Numbers sources in the order in which their figures first occur. */
export class Sources {
  readonly #all: Source[] = []

  /** A figure with the number of its source. */
  readonly figure = (text: string, source: Source): Piece => ({ text, source: this.numberOf(source) })

  numberOf(source: Source): number {
    if (!this.#all.includes(source)) this.#all.push(source)
    return this.#all.indexOf(source) + 1
  }

  get all(): readonly Source[] {
    return this.#all
  }

  /** The table of the last page. */
  grid(): Grid {
    const text = (caption: string) => [{ text: caption }]
    return {
      kind: 'grid',
      caption: '各项数据的条件、批次、行数与链接',
      isSmall: true,
      columns: [
        { caption: text('编号'), share: 26, align: 'center' },
        { caption: text('数据'), share: 84, align: 'left' },
        { caption: text('条件与链接'), share: 228, align: 'left' },
        { caption: text('批次与状态'), share: 70, align: 'left' },
        { caption: text('行数'), share: 34, align: 'right' },
      ],
      rows: this.#all.map((source, at) => [
        [{ text: String(at + 1), target: at + 1 }],
        text(source.name),
        [{ text: `${source.conditions}\n` }, { text: source.page, address: source.address }],
        text(`${source.period.batch ?? ''}（${PERIOD_STATUS[source.period.status]}）`),
        text(source.rows.toLocaleString('en')),
      ]),
    }
  }
}
