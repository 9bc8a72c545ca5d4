import type { Page } from 'playwright-core'

/** Opens the summary before a submission of the form's project. */
export async function openSummary(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交…' }).click()
  await page.getByRole('dialog', { name: '提交前核对' }).waitFor()
}

/** Confirms the summary: states the truth and submits. */
export async function confirmSummary(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '提交前核对' })
  await dialog.getByRole('checkbox', { name: '真实性' }).check()
  await dialog.getByRole('button', { name: /^提交/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

export async function submitProject(page: Page): Promise<void> {
  await openSummary(page)
  await confirmSummary(page)
}
