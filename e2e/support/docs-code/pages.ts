import { textOf } from '../../../packages/docs/src/pages.ts'
import { writtenParts } from '../../../packages/docs/src/written.ts'
import { type Block, codeOf, type PageCode } from './blocks.ts'

/** A documented file with its blocks. */
export interface Documented extends PageCode {
  source: string
}

const sources = [
  ...writtenParts().flatMap(({ groups }) =>
    groups.flatMap(({ pages }) => pages.flatMap(({ source }) => (source ? [source] : []))),
  ),
]

/** The written pages of the site. Generated pages take their code from the contract. */
export const documented: readonly Documented[] = sources
  .map((source) => ({ source, ...codeOf(textOf(source)) }))
  .filter(({ blocks }) => blocks.length > 0)

/** Where a block is, for a message. */
export const placeOf = ({ source }: Documented, { line }: Block): string => `${source}:${line}`
