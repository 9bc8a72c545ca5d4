import { provedBy } from './proof-of-work.ts'

/** Challenge of a proof of work. */
export interface Challenge {
  challenge: string
  difficulty: number
}

self.onmessage = ({ data: { challenge, difficulty } }: MessageEvent<Challenge>) => {
  self.postMessage(provedBy(challenge, difficulty))
}
