import { provedBy } from './proof-of-work.ts'

/** What a proof of work is asked of. */
export interface Challenge {
  challenge: string
  difficulty: number
}

self.onmessage = ({ data: { challenge, difficulty } }: MessageEvent<Challenge>) => {
  self.postMessage(provedBy(challenge, difficulty))
}
