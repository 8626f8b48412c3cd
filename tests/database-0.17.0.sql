-- The tables of a site of 0.17.0, as its 24 migrations made them in SQLite.
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
CREATE TABLE "bidding_worker" ("name" varchar(200) NOT NULL PRIMARY KEY, "model" text NOT NULL CHECK ((JSON_VALID("model") OR "model" IS NULL)), "started_at" datetime NOT NULL, "seen_at" datetime NOT NULL, "probed_at" datetime NULL, "answered" bigint unsigned DEFAULT 0 NOT NULL CHECK ("answered" >= 0), "device" varchar(20) DEFAULT 'cpu' NOT NULL, "rate" real NULL, "measures" text NULL CHECK ((JSON_VALID("measures") OR "measures" IS NULL)));
CREATE TABLE "bidding_batchanswer" ("key" varchar(64) NOT NULL PRIMARY KEY, "content" BLOB NOT NULL, "length" integer unsigned NOT NULL CHECK ("length" >= 0));
CREATE TABLE "bidding_batchitem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "source" text NULL CHECK ((JSON_VALID("source") OR "source" IS NULL)), "position" text NULL CHECK ((JSON_VALID("position") OR "position" IS NULL)), "key" varchar(64) NOT NULL, "chunk" integer unsigned NULL CHECK ("chunk" >= 0), "state" varchar(6) NOT NULL, "error" text NULL CHECK ((JSON_VALID("error") OR "error" IS NULL)), "answer_id" varchar(64) NULL REFERENCES "bidding_batchanswer" ("key") DEFERRABLE INITIALLY DEFERRED, "batch_id" char(32) NOT NULL REFERENCES "bidding_batch" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_item_per_number" UNIQUE ("batch_id", "number"));
CREATE TABLE "bidding_apikey" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(100) NOT NULL, "prefix" varchar(16) NOT NULL, "digest" varchar(64) NOT NULL UNIQUE, "scopes" text NOT NULL CHECK ((JSON_VALID("scopes") OR "scopes" IS NULL)), "created_at" datetime NOT NULL, "used_at" datetime NULL, "revoked_at" datetime NULL);
CREATE TABLE "bidding_batch" ("id" char(32) NOT NULL PRIMARY KEY, "state" varchar(9) NOT NULL, "created_at" datetime NOT NULL, "started_at" datetime NULL, "ended_at" datetime NULL, "total" integer unsigned NOT NULL CHECK ("total" >= 0), "n_done" integer unsigned NOT NULL CHECK ("n_done" >= 0), "n_failed" integer unsigned NOT NULL CHECK ("n_failed" >= 0), "stored_bytes" bigint unsigned NOT NULL CHECK ("stored_bytes" >= 0), "digest" varchar(64) NOT NULL, "idempotency_key" varchar(200) NULL, "client" varchar(64) DEFAULT '' NOT NULL, "keyed" bool DEFAULT 0 NOT NULL, CONSTRAINT "one_batch_per_clients_key" UNIQUE ("client", "idempotency_key"));
CREATE TABLE "bidding_job" ("id" char(32) NOT NULL PRIMARY KEY, "content_key" varchar(64) NOT NULL, "position" text NOT NULL CHECK ((JSON_VALID("position") OR "position" IS NULL)), "state" varchar(8) NOT NULL, "created_at" datetime NOT NULL, "started_at" datetime NULL, "ended_at" datetime NULL, "result" text NULL CHECK ((JSON_VALID("result") OR "result" IS NULL)), "error" text NULL CHECK ((JSON_VALID("error") OR "error" IS NULL)), "kind" varchar(11) DEFAULT 'explanation' NOT NULL, "sent_at" datetime NULL, "parts_done" smallint unsigned DEFAULT 0 NOT NULL CHECK ("parts_done" >= 0), "share_done" real DEFAULT 0.0 NOT NULL, "sums" text NULL CHECK ((JSON_VALID("sums") OR "sums" IS NULL)), "result_bytes" integer unsigned DEFAULT 0 NOT NULL CHECK ("result_bytes" >= 0), "client" varchar(64) NULL, "keyed" bool NULL, "weight" smallint unsigned NULL CHECK ("weight" >= 0), "attempts" smallint unsigned DEFAULT 0 NULL CHECK ("attempts" >= 0), "batch_id" char(32) NULL REFERENCES "bidding_batch" ("id") DEFERRABLE INITIALLY DEFERRED, "number" integer unsigned NULL CHECK ("number" >= 0), "items" integer unsigned NULL CHECK ("items" >= 0), "asker" varchar(64) NULL, "queue" varchar(32) NULL, "turn" integer unsigned NULL CHECK ("turn" >= 0));
CREATE TABLE "bidding_practicetable" ("id" char(32) NOT NULL PRIMARY KEY, "position" text NOT NULL CHECK ((JSON_VALID("position") OR "position" IS NULL)), "board" bigint NULL, "number" integer unsigned NULL CHECK ("number" >= 0), "deal" integer unsigned NOT NULL CHECK ("deal" >= 0), "n_calls" smallint unsigned NOT NULL CHECK ("n_calls" >= 0), "client" varchar(64) NOT NULL, "created_at" datetime NOT NULL, "changed_at" datetime NOT NULL, "keyed" bool NULL);
CREATE TABLE "bidding_practiceseat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "seat" varchar(1) NOT NULL, "digest" varchar(64) NOT NULL UNIQUE, "holder" varchar(64) NULL, "table_id" char(32) NOT NULL REFERENCES "bidding_practicetable" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX "bidding_batchitem_answer_id_e8b150c4" ON "bidding_batchitem" ("answer_id");
CREATE INDEX "bidding_batchitem_batch_id_1df909a8" ON "bidding_batchitem" ("batch_id");
CREATE INDEX "batch_chunk_items" ON "bidding_batchitem" ("batch_id", "chunk", "state");
CREATE INDEX "batch_item_states" ON "bidding_batchitem" ("batch_id", "state", "number");
CREATE INDEX "batch_item_keys" ON "bidding_batchitem" ("batch_id", "key");
CREATE INDEX "bidding_batch_created_at_592ca63e" ON "bidding_batch" ("created_at");
CREATE INDEX "batch_client_states" ON "bidding_batch" ("client", "state");
CREATE UNIQUE INDEX "one_answer_per_content" ON "bidding_job" ("content_key") WHERE "state" IN ('queued', 'running', 'done');
CREATE INDEX "bidding_explanation_created_at_f4f86906" ON "bidding_job" ("created_at");
CREATE INDEX "job_state" ON "bidding_job" ("state", "created_at");
CREATE INDEX "job_bytes" ON "bidding_job" ("created_at", "result_bytes");
CREATE INDEX "job_client" ON "bidding_job" ("client", "keyed", "created_at", "result_bytes");
CREATE INDEX "job_batch" ON "bidding_job" ("batch_id", "number");
CREATE INDEX "bidding_practicetable_changed_at_63b7c4d5" ON "bidding_practicetable" ("changed_at");
CREATE INDEX "table_client" ON "bidding_practicetable" ("client", "changed_at");
CREATE INDEX "bidding_practiceseat_table_id_14faca71" ON "bidding_practiceseat" ("table_id");
CREATE INDEX "job_asker" ON "bidding_job" ("asker", "created_at");
CREATE INDEX "job_turn" ON "bidding_job" ("queue", "state", "turn", "client");
INSERT INTO django_migrations (app, name, applied) VALUES
('bidding', '0001_initial', '2026-11-26'),
('bidding', '0002_explanation_kind', '2026-11-26'),
('bidding', '0003_nodes', '2026-11-26'),
('bidding', '0004_batches', '2026-11-26'),
('bidding', '0005_api_keys', '2026-11-26'),
('bidding', '0006_measures', '2026-11-26'),
('bidding', '0007_analysis', '2026-11-26'),
('bidding', '0008_batch_client', '2026-11-26'),
('bidding', '0009_key_of_client', '2026-11-26'),
('bidding', '0010_refined_kind', '2026-11-26'),
('bidding', '0011_batch_keyed', '2026-11-26'),
('bidding', '0012_explanation_bytes', '2026-11-26'),
('bidding', '0013_explanation_client', '2026-11-26'),
('bidding', '0014_explanation_weight', '2026-11-26'),
('bidding', '0015_job', '2026-11-26'),
('bidding', '0016_chunks_of_jobs', '2026-11-26'),
('bidding', '0017_chunks_become_jobs', '2026-11-26'),
('bidding', '0018_delete_batchchunk', '2026-11-26'),
('bidding', '0019_review_and_calls_kinds', '2026-11-26'),
('bidding', '0020_practice_tables', '2026-11-26'),
('bidding', '0021_dropped_jobs', '2026-11-26'),
('bidding', '0022_asker_index', '2026-11-26'),
('bidding', '0023_table_keyed', '2026-11-26'),
('bidding', '0024_turns', '2026-11-26');
