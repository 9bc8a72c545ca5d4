import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { requireProject } from './write.ts'

interface Contacts {
  org_id: number | null
  contact_phone: string | null
  contact_email: string | null
}

/** Masks phone number and e-mail of the contact, unless the project belongs to the caller's office. */
export const withMaskedContact = <T extends Contacts>(row: T, user: Pick<Caller, 'orgId'>): T =>
  row.org_id === user.orgId
    ? row
    : {
        ...row,
        contact_phone: maskPhone(row.contact_phone) ?? null,
        contact_email: maskEmail(row.contact_email) ?? null,
      }

/** Returns the full contact of a visible project. The call is audited. @throws HttpError 404 */
export async function projectContact(
  db: Db,
  id: number,
  user: Caller,
): Promise<components['schemas']['ProjectContact']> {
  const { contact_name, contact_phone, contact_email } = await requireProject(db, id, user)
  return {
    id,
    ...(contact_name ? { contactName: contact_name } : {}),
    ...(contact_phone ? { contactPhone: contact_phone } : {}),
    ...(contact_email ? { contactEmail: contact_email } : {}),
  }
}
