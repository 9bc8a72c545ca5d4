import { createClient, type XinchuClient } from '@xinchu/sdk'
import type { Rig } from '../rig.ts'
import { askedCaptcha } from './asked-captcha.ts'
import { FILED } from './objections.ts'
import { smallPdf } from './small-pdf.ts'

/** The code of every text message; the configuration of the rig has it. */
export const SMS_CODE = '135790'
const ANSWER = '12'

export const PERSON = {
  name: '慕容清岚',
  unit: '祁连山能源咨询所',
  creditCode: '91640323MA76T0002K',
} as const
export const FILE_NAME = '慕容清岚的材料.pdf'

export const anyone = (rig: Rig): XinchuClient => createClient({ baseUrl: rig.url, retry: { times: 0 } })

/** An answered captcha, for one call. */
export const captchaFor = async (rig: Rig) => ({ uuid: await askedCaptcha(rig.db, ANSWER), code: ANSWER })

/** A ticket for a telephone number. It gets one code a minute, so earlier ones are made older. */
export async function ticketFor(rig: Rig, phone: string): Promise<string> {
  await rig.db.deleteFrom('rate_limit').where('key', 'like', 'sms-%').execute()
  const { demoReview } = anyone(rig)
  await demoReview.sendObjectionCode({ phone, ...(await captchaFor(rig)) })
  return (await demoReview.openObjection({ phone, smsCode: SMS_CODE })).ticket
}

export const upload = (rig: Rig, ticket: string, name = FILE_NAME) =>
  anyone(rig).demoReview.uploadObjectionEvidence({
    file: new File([smallPdf(name)], name, { type: 'application/pdf' }),
    ticket,
  })

type Draft = Parameters<XinchuClient['demoReview']['fileObjection']>[0]

/** Files an objection to a project with one file. */
export async function file(rig: Rig, projectId: number, phone: string, more: Partial<Draft> = {}) {
  const ticket = await ticketFor(rig, phone)
  const { id } = await upload(rig, ticket)
  const draft = { ticket, projectId, person: PERSON, text: FILED, evidenceIds: [id], pledge: true }
  return anyone(rig).demoReview.fileObjection({ ...draft, ...more })
}
