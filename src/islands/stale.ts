import { staleNotice } from '../domain/refresh.ts'

/** A page is built when its snapshot is new: whether that should have been replaced since shows only when it is read. */
const mark = document.querySelector<HTMLElement>('[data-refresh-days]')
const notice = staleNotice(
  mark?.dataset.asOf ?? '',
  Number(mark?.dataset.refreshDays ?? Number.NaN),
  Date.now(),
)
if (mark && notice) mark.textContent = notice
