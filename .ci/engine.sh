# shellcheck shell=bash
# Brings a Docker engine up on a bare Debian machine. Sourced by .ci/run; to leave an engine running by hand:
#
#   bash -c '. .ci/engine.sh && install_missing && start_engine'

engine_answers() { docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

# Installs by apt what the engine and the base image need, and only what is not there yet.
install_missing() {
    local wanted=()
    if ! engine_answers; then
        command -v dockerd >/dev/null || wanted+=(docker.io)
        command -v iptables >/dev/null || wanted+=(iptables)
    fi
    command -v mmdebstrap >/dev/null || wanted+=(mmdebstrap)
    [ ${#wanted[@]} -eq 0 ] && return 0
    echo "ci: apt installs ${wanted[*]}"
    apt-get update -qq >"$ci_logs/apt.log" 2>&1 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" \
            >>"$ci_logs/apt.log" 2>&1 || { tail -20 "$ci_logs/apt.log"; return 1; }
}

# Starts dockerd when no engine answers. Sets engine_pid to the process it started, else leaves it empty.
start_engine() {
    engine_pid=
    engine_answers && return 0
    # A pid file that outlived its process (a killed machine) would stop the new one.
    setsid nohup dockerd --pidfile "$ci_logs/dockerd.pid" </dev/null >"$ci_logs/dockerd.log" 2>&1 &
    engine_pid=$!
    for _ in $(seq 300); do
        engine_answers && return 0
        kill -0 "$engine_pid" 2>/dev/null || break
        sleep 0.1
    done
    echo "ci: the docker engine did not start" >&2
    tail -20 "$ci_logs/dockerd.log" >&2
    return 1
}

ci_logs=${ci_logs:-$(mktemp -d -t finrubric-ci.XXXXXX)}
