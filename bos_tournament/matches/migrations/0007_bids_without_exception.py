"""Sealed bids never change, also for those who know how other triggers are asked to look away."""

import pgtrigger.migrations
from django.db import migrations

GUARD = """
CREATE FUNCTION bids_never_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a bid stays';
    END IF;
    IF to_jsonb(NEW) - '{amount,nonce}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{amount,nonce}'::text[]
       OR OLD.amount IS NOT NULL
    THEN
        RAISE EXCEPTION 'a sealed bid never changes';
    END IF;
    IF (SELECT state FROM matches_bidattempt WHERE id = OLD.attempt_id) IS DISTINCT FROM 'both_in' THEN
        RAISE EXCEPTION 'a bid is opened only when both are in';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER bids_never_change BEFORE UPDATE OR DELETE ON matches_bid
    FOR EACH ROW EXECUTE FUNCTION bids_never_change();
"""
NO_GUARD = "DROP TRIGGER bids_never_change ON matches_bid; DROP FUNCTION bids_never_change();"


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_new_phones")]
    operations = [
        migrations.RunSQL(GUARD, NO_GUARD),
        pgtrigger.migrations.RemoveTrigger(model_name="bid", name="sealed_bids_never_change"),
        pgtrigger.migrations.RemoveTrigger(model_name="bid", name="bids_stay"),
    ]
