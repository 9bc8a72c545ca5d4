import { isXinchuError } from '@xinchu/sdk'

/** The status and words of a refused call; undefined for one that was not refused. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ status: number; message: string } | undefined> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return isXinchuError(error)
    ? { status: 'status' in error ? Number(error.status) : 0, message: error.message }
    : undefined
}
