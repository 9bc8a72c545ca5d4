-- An act on official data has its reason itself, because not only syncs revise published figures.
alter table official_edition add column reason text;
update official_edition e set reason = s.reason from warehouse_sync s where s.id = e.id and s.reason is not null;
alter table warehouse_sync drop column reason;

-- Figures before and after a revision are those of its edition, be it a sync or the withdrawal of a revision.
alter table warehouse_restatement drop constraint warehouse_restatement_sync_id_fkey;
alter table warehouse_restatement rename column sync_id to edition;
