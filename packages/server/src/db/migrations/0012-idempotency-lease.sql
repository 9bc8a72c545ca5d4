-- Which call holds the key, and until when unless its server renews the lease: a dead server's key becomes free.
alter table idempotency_key add column lease_owner text;
alter table idempotency_key add column lease_until timestamptz;
create index idempotency_key_lease on idempotency_key (lease_owner) where lease_owner is not null;
