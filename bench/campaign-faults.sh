#!/usr/bin/env bash
# What a campaign bears, with real servers (some minutes): the leader of three nodes is cut off and
# the next one killed, a server's store is full, the server is gone for more than a minute, clocks differ, a large finding finds no room, servers of other versions.
#   bench/campaign-faults.sh [TEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
JAVA_HOME=$(./harrier --print-jdk) mvn -B -ntp -pl cli -am test -Dharrier.faults=true "-Dtest=${1:-CampaignFaultsTest,CampaignClocksTest,CampaignLargeFindingTest}" -Dsurefire.failIfNoSpecifiedTests=false
