import type { WarehouseSync, WarehouseSyncRequest, WarehouseTask, XinchuClient } from '@xinchu/sdk'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until a task of official data has ended. */
export async function endedTask(client: XinchuClient, id: number): Promise<WarehouseTask> {
  for (;;) {
    const task = await client.projects.getWarehouseSync({ id })
    if (!['COMPARING', 'WAITING', 'RUNNING'].includes(task.state)) return task
    await pause(20)
  }
}

/**
 * Stores what a dry run has shown, and waits until it is done.
 * @throws Error with why it was not done
 */
export async function storePreviewed(
  client: XinchuClient,
  request: WarehouseSyncRequest,
): Promise<WarehouseSync> {
  const { taskId } = await client.projects.syncWarehousingData(request)
  const { state, message, result } = await endedTask(client, taskId)
  if (state !== 'DONE' || !result) throw new Error(message ?? state)
  return result
}

/** Compares a period and stores what was shown, as syncs that revise published figures are. */
export async function storeCompared(
  client: XinchuClient,
  request: WarehouseSyncRequest,
): Promise<WarehouseSync> {
  const { year, quarter } = request
  const { previewId = 0 } = await client.projects.syncWarehousingData({ year, quarter, dryRun: true })
  return storePreviewed(client, { ...request, previewId })
}
