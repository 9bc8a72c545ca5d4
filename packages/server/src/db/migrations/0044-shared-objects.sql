-- Several records may name one stored object: its key is the digest of its bytes.
drop index file_info_storage_key;
create index file_info_storage_key on file_info (storage_key);

-- Keys that need attention: bytes are being stored under them until the moment given, or their last record may have gone.
create table stored_claim (
  id uuid primary key default gen_random_uuid(),
  storage_key text not null,
  until timestamptz not null
);
create index stored_claim_key on stored_claim (storage_key);
create index stored_claim_until on stored_claim (until);
