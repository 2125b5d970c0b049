"""The files for Kubernetes: rendered by kubectl, read by its schemas, compared with the program."""

import shutil
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from app.processes.registry import ROLES
from app.service.job_queue import HOOKS, QUEUE
from app.settings.environment import load
from tests.deployment.tools import DEPLOY, needs, output_of

HOME = DEPLOY / "kubernetes"
NEWEST = "1.37"
OLDEST = "1.30"
MOUNT = "/run/secrets/conquian"
SECRETS = {
    "secret": "ab" * 32,
    "redis-url": "redis+sentinel://:word@sentinel.parts/games?db=0",
    "queue-redis-url": "redis://:word@queue.parts/0",
    "catalogue-url": "postgresql://games:word@postgres.parts/games",
    "metrics-token": "a-token-of-20-letters",
    "aws": "[default]\n",
}

Resource = dict[str, Any]
Resources = dict[tuple[str, str], Resource]

pytestmark = needs("kubectl", "kubectl")


def rendered(place: Path) -> Resources:
    """The resources that an overlay makes, by kind and name."""
    documents = [each for each in yaml.safe_load_all(output_of("kubectl", "kustomize", str(place))) if each]
    return {(each["kind"], each["metadata"]["name"]): each for each in documents}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped files with the secrets that an operator adds."""
    place = tmp_path_factory.mktemp("kubernetes") / "kubernetes"
    shutil.copytree(HOME, place, ignore=shutil.ignore_patterns("secrets"))
    (place / "example" / "secrets").mkdir()
    for name, text in SECRETS.items():
        (place / "example" / "secrets" / name).write_text(text)
    return place


@pytest.fixture(scope="module")
def resources(home: Path) -> Resources:
    """Return the resources of the example."""
    return rendered(home / "example")


def of(resources: Resources, kind: str) -> dict[str, Resource]:
    """The resources of a kind, by their names."""
    return {name: each for (type_, name), each in resources.items() if type_ == kind}


def container(deployment: Resource) -> Resource:
    """The container of a role."""
    (only,) = deployment["spec"]["template"]["spec"]["containers"]
    return dict(only)


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
def test_every_resource_fits_the_schemas_of_kubernetes(resources: Resources, version: str) -> None:
    for resource in resources.values():
        kubernetes_validate.validate(resource, version, strict=True)


def test_there_is_a_deployment_for_each_role(resources: Resources) -> None:
    deployments = of(resources, "Deployment")
    assert deployments.keys() == {*ROLES}
    for role, deployment in deployments.items():
        assert container(deployment)["args"] == (["worker", "--people"] if role == "people" else [role])
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert deployment["spec"]["selector"]["matchLabels"] == labels
        assert labels == {"app.kubernetes.io/name": "conquian", "app.kubernetes.io/component": role}


def test_probes_restart_for_livez_alone_and_send_requests_by_readyz(resources: Resources) -> None:
    for role, deployment in of(resources, "Deployment").items():
        settings = container(deployment)
        probes = {
            name: settings[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "readiness", "liveness")
        }
        assert probes == {"startup": "/livez", "readiness": "/readyz", "liveness": "/livez"}
        (port,) = settings["ports"]
        assert port["containerPort"] == (8000 if role == "api" else 9100)
        assert {settings[f"{name}Probe"]["httpGet"]["port"] for name in probes} == {port["name"]}


def test_pods_are_restricted(resources: Resources) -> None:
    labels = of(resources, "Namespace")["conquian"]["metadata"]["labels"]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"
    for deployment in of(resources, "Deployment").values():
        pod = deployment["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod["automountServiceAccountToken"] is False
        confined = container(deployment)["securityContext"]
        assert confined["allowPrivilegeEscalation"] is False
        assert confined["readOnlyRootFilesystem"] is True
        assert confined["capabilities"] == {"drop": ["ALL"]}


def test_the_user_of_pods_is_that_of_the_image(resources: Resources) -> None:
    for deployment in of(resources, "Deployment").values():
        context = deployment["spec"]["template"]["spec"]["securityContext"]
        user = f"\nUSER {context['runAsUser']}:{context['runAsGroup']}\n"
        assert user in (DEPLOY / "Dockerfile").read_text()


def test_an_api_has_time_to_leave_and_to_end(resources: Resources) -> None:
    deployment = of(resources, "Deployment")["api"]
    pause = int(container(deployment)["lifecycle"]["preStop"]["exec"]["command"][1])
    graceful = "\ngraceful_timeout = 20\n"
    assert graceful in (DEPLOY / "gunicorn.conf.py").read_text()
    assert pause >= 5
    assert deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] > pause + 20


def test_a_role_can_read_its_settings_and_secrets(resources: Resources, home: Path) -> None:
    (given,) = (
        each["data"] for name, each in of(resources, "ConfigMap").items() if name.startswith("conquian-")
    )
    (secret,) = (each for name, each in of(resources, "Secret").items() if name.startswith("conquian-"))
    assert secret["data"].keys() == SECRETS.keys()
    for deployment in of(resources, "Deployment").values():
        own = {row["name"]: row["value"] for row in container(deployment)["env"]}
        placed = {name: text.replace(MOUNT, f"{home}/example/secrets") for name, text in own.items()}
        settings = load(given | placed)
        assert (settings.redis_url, settings.metrics_token) == (
            SECRETS["redis-url"],
            SECRETS["metrics-token"],
        )
        assert (settings.metrics_port, settings.hosts) == (9100, ("games.example",))
        (volume,) = (each for each in deployment["spec"]["template"]["spec"]["volumes"] if "secret" in each)
        assert volume["secret"] == {"secretName": secret["metadata"]["name"], "defaultMode": 0o400}


def test_each_role_has_a_budget_and_the_apis_scale(resources: Resources) -> None:
    budgets = of(resources, "PodDisruptionBudget")
    assert budgets.keys() == {*ROLES}
    for role, budget in budgets.items():
        assert budget["spec"]["maxUnavailable"] == 1
        assert budget["spec"]["selector"]["matchLabels"]["app.kubernetes.io/component"] == role
    assert "replicas" not in of(resources, "Deployment")["api"]["spec"], "the autoscaler has the number"
    assert of(resources, "HorizontalPodAutoscaler")["api"]["spec"]["scaleTargetRef"]["name"] == "api"


def test_requests_come_to_the_apis_alone(resources: Resources) -> None:
    service = of(resources, "Service")["api"]["spec"]
    assert service["selector"]["app.kubernetes.io/component"] == "api"
    (rule,) = of(resources, "Ingress")["conquian"]["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    assert backend == {"name": "api", "port": {"name": service["ports"][0]["name"]}}
    policies = of(resources, "NetworkPolicy")
    assert {*policies["all"]["spec"]["policyTypes"]} == {"Ingress", "Egress"}
    assert policies["all"]["spec"]["podSelector"] == {}, "every pod of the namespace"
    assert policies["api"]["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == "api"


def test_workers_scale_by_what_there_is(home: Path) -> None:
    overlay = home / "scaled"
    overlay.mkdir()
    (overlay / "kustomization.yaml").write_text("resources: [../example]\ncomponents: [../keda]\n")
    scaled = of(rendered(overlay), "ScaledObject")
    assert scaled.keys() == {"worker", "people", "courier"} < {*ROLES}
    triggers = {name: each["spec"]["triggers"][0]["metadata"] for name, each in scaled.items()}
    assert triggers["worker"]["listName"] == f"rq:queue:{QUEUE}"
    assert triggers["courier"]["listName"] == f"rq:queue:{HOOKS}"
    metrics = (DEPLOY.parent / "tests" / "frozen" / "data" / "operation.txt").read_text()
    assert "conquian_bot_decision_seconds" in metrics
    assert "conquian_bot_decision_seconds_bucket" in triggers["people"]["query"]
