/** Occasions of text messages. A gateway may want a registered template for each. */
export const TEMPLATES = [
  'code',
  'registration-passed',
  'registration-returned',
  'objection-filed',
  'objection-answered',
] as const
export type Template = (typeof TEMPLATES)[number]

export interface SmsMessage {
  /** Stays the same when the message is sent again. */
  id: string
  /** Eleven digits. */
  phone: string
  template: Template
  /** Values that differ between messages of a template. */
  params: Readonly<Record<string, string>>
  /** The whole text, for gateways that take texts. */
  text: string
}

/**
 * Outcome of a message: `accepted` and `refused` are the gateway's word, `unsent` never reached it, and of `unclear`
 * nobody knows whether it was sent.
 */
export type Outcome =
  | { state: 'accepted'; reference?: string | undefined }
  | { state: 'refused' | 'unsent' | 'unclear'; reason: string }

/** Hands messages to those who deliver them. */
export interface SmsGateway {
  /** Whether it knows a message by its id, so that one sent twice is delivered once. */
  isRepeatable: boolean
  /** Never rejects, and takes less than half a minute. */
  send(message: SmsMessage): Promise<Outcome>
}
