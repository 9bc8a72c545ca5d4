-- The last edition that was published without a seal, for the one time that upkeep seals earlier batches. A database with
-- seals has none such.
insert into setting (name, value)
select 'unsealed-edition', max(id)::text from official_edition
where not exists (select from official_seal) and exists (select from official_publication)
having max(id) is not null;

-- A check that has begun and not ended is taken up again.
alter table official_check add column ended_at timestamptz;
update official_check set ended_at = checked_at;
