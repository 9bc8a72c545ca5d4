import { browserTransport, fetchTransport } from '../../src/index.ts'
import { nodeTransport } from '../../src/node/index.ts'

/** Every way of sending; whatever holds for one of them holds for all. */
export const transports = [
  ['fetch', fetchTransport()],
  ['fetch or XMLHttpRequest', browserTransport()],
  ['node:http', nodeTransport()],
] as const
